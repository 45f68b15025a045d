"""Query modules as values: their parameters, and what these ask of each other."""
