"""The rules model: what a game is, what may be entered, and what it scores."""
