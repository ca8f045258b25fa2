"""The state of High card.

field      holds
---------  ---------------------------------------------------------------------
high_card  the phase: DEAL, CHOOSE, SWAP or DONE
players    2 or 3
cards      the deck is 1 .. cards, one of each
seat       whose turn it is; seats play once, in order
used       how many cards have left the deck: public
deck       the cards left, as bits: nobody knows it whole
hand       the card of each seat: 0 none yet, UNSEEN after `hide`
gone       the card each seat swapped away, face down: 0 none, UNSEEN after `hide`

move code   meaning                                   notation
---------   ---------------------------------------   ----------------
0, 1        keep, swap                                keep, swap
2 .. 10     chance: the seat draws card code - 1      draw 1 .. draw 9
"""

import numpy as np

from orrery.core.contract import layout

DEAL, CHOOSE, SWAP, DONE = range(4)
KEEP, SWAP_MOVE, CARD = 0, 1, 2
UNSEEN = -1
MOST_CARDS = 9

STATE = layout(
    [
        ("high_card", np.int8),
        ("players", np.int8),
        ("cards", np.int8),
        ("seat", np.int8),
        ("used", np.int8),
        ("deck", np.int16),
        ("hand", np.int8, 3),
        ("gone", np.int8, 3),
    ]
)
WORK = layout([("unused", np.int8)])
