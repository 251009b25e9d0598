"""A table in the formats of others: our own file, spreadsheets, other apps, calendars."""
