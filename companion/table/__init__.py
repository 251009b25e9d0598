"""A table and its journal: found, written, folded, looked after. No page, no HTML."""
