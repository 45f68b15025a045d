"""Reads descriptions of HTTP APIs and writes typed clients, OpenAPI documents and a reference site."""

__version__ = "0.1.0"
