"""Writing to a wiki beyond single actions: safe page changes, uploads, sets of pages."""
