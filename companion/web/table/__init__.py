"""The pages below a table's link."""
