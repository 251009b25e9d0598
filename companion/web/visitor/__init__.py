"""Who sends a request: the device with its cookie, its role, and the address it came by."""
