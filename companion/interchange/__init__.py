"""What leaves and enters the app as files and JSON."""
