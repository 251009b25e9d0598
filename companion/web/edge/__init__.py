"""Between the network and the pages: guards, limits, headers, what a device remembers."""
