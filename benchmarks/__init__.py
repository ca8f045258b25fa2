"""Measurements, each beside a peer on the same work and in the same run, as ratios."""
