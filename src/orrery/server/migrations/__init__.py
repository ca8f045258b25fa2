"""Migrations of the store, oldest first; the server runs them when it starts."""
