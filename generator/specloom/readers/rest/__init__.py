"""Reads descriptions of REST APIs in the project's own format."""
