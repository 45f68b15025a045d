"""Reads the catalogue of a wiki, with overlays that tell what it does not show."""
