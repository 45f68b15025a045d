"""A double that answers with examples, for an API whose description has no sandbox."""
