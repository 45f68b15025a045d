"""Identifiers of Python: decided once in a run, before any output is planned."""
