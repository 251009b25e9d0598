"""What the commands of the door do."""
