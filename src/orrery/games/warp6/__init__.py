"""Warp 6: steer a fleet of dice down a spiral and be the first to bring enough of them home."""
