"""Orion Duel: two-coloured tiles on a sky of hexes, and three ways to win."""
