"""Checks on every request: input, size, rate, errors, headers and log lines."""
