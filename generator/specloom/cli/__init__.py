"""The program on the command line: where it begins, what may be asked for, what it prints."""
