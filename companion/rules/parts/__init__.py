"""What a game is made of: chapters, rounds, decks, tracks, pads, set-up, and what holds when."""
