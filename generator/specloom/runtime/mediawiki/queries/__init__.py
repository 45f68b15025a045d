"""Queries: what each kind of them sends, how it goes on, and when it is at its end."""
