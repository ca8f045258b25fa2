"""The contract that every game keeps, and what is derived from it for all of them."""
