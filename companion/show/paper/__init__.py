"""What stands on paper: the same state as on the screens, laid out for pages."""
