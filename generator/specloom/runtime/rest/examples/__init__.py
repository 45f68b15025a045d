"""A double that answers with examples, for an API described without a sandbox."""
