"""What the score sheet shows."""
