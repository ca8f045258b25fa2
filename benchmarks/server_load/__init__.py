"""Load on our table server and on boardgame.io's, by one client."""
