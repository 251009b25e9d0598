"""Printed documents: their content, rendering to PDF, and the finished files."""
