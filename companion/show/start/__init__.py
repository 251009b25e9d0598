"""A game about to start."""
