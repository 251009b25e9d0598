"""The pages outside any table."""
