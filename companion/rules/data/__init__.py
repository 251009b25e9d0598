"""From the TOML files of a game's folder to its value, and what is wrong with them."""
