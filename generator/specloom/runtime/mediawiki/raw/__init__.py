"""Calls that no module class covers."""
