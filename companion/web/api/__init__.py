"""The public JSON API."""
