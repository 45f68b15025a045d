"""Sessions with a wiki: settings, logins, and single requests until they are answered."""
