"""What goes out besides pages: static files, prints, files to keep, what templates may call."""
