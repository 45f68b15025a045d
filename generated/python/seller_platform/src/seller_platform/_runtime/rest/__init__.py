"""What clients of REST APIs share: operations as data, requests from them, results out of replies."""
