"""What a page shows, worked out from the state: pure, and the same for screen and print."""
