"""Runtime shared by clients of REST APIs: operations as data, their requests and results."""
