"""What helps during play: calculators, what a table knows already for them, and what to look up."""
