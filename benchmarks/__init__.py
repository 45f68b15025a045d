"""Measurements, run by `make bench`; no tests."""
