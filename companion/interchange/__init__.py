"""Files: our own format, spreadsheets, other apps, calendars."""
