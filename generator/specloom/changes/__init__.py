"""What changed between two models, and what that means for whoever uses what is made of them."""
