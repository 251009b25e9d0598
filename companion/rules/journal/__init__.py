"""What a group told, entry by entry, and the state it has come to."""
