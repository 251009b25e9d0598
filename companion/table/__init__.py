"""Tables and their journals in the database. No page, no HTML."""
