"""The command line program: its entry point, its options, and its output."""
