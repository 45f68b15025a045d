"""What writing to a wiki takes beyond sending one action: pages changed safely, uploads, sets of pages."""
