"""Text that is right in one language: each with its encoders."""
