"""The journal of a table as the rules see it, and the state that follows from it."""
