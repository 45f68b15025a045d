"""What every generated client shares: what to send, when to try again, and who carries it out."""
