"""Who asks which wiki with which settings, and one request until it is answered."""
