"""The commands of app.py."""
