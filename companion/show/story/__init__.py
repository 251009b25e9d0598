"""What a table's first page shows."""
