"""High card: draw a card unseen, keep it or swap it once; the highest card wins."""
