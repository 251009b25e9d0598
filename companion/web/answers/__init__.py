"""Static files, prints, downloads, and the functions that templates call."""
