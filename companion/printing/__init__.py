"""Documents on paper: drawn, pressed into PDF, kept."""
