"""Brings files in memory onto the disk, and knows which of them are ours."""
