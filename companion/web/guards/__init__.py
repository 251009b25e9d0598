"""Between the network and the pages: what may come in, how much, how often, what the log tells."""
