"""View models: what pages and prints show, computed from the state without side effects."""
