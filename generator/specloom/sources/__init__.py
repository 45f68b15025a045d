"""The list of APIs: its form, and what must hold of the files that it names."""
