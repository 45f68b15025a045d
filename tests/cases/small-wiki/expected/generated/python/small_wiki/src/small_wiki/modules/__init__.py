"""One file for each query module."""
