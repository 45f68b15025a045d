"""The commands of the command line, and how they report."""
