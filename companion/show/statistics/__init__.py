"""How a group has fared: its finished plays, counted and drawn."""
