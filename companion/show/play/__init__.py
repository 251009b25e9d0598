"""What the play screen shows."""
