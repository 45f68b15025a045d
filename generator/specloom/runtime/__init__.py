"""The part of this package that is the same for every API of its kind."""
