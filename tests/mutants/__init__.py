"""Mutants of the code that must not be wrong: changes of single places, which some test has to notice."""
