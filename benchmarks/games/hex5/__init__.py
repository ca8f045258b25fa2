"""Hex on a board of five by five, to measure beside other libraries: not a game we offer."""
