"""What the set-up page shows."""
