"""Queries: requests, continuation and end of each kind of query."""
