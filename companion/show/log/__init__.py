"""What the log shows."""
