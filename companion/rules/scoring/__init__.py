"""The score sheet: what it asks, how an entry is read, what it adds up to, and who won."""
