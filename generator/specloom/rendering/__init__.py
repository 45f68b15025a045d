"""Turns outputs into the bytes of files."""
