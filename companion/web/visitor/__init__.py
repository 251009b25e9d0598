"""Who looks: the device and what it remembers, the role, the address it came by."""
