"""Cubulus: push balls into a soft cube until four of your colour show as a square."""
