"""What a result shows."""
