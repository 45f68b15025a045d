"""Requests to a wiki itself: its catalogue, its name, and replies of its modules."""
