"""Pig: roll on and risk the pot, or hold and keep it."""
