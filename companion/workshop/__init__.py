"""For those who add games: checking one, beginning one, and what its files may say."""
