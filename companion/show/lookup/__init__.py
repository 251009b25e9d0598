"""Look up: everything this game has here and now, by kind and by word."""
