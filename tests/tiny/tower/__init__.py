"""Tower: a tiny game for one, with a choice that changes how many dice are rolled."""
