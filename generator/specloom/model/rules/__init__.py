"""Rules of the model: each finds faults at pointers into an API, whichever source or document it was read from."""
