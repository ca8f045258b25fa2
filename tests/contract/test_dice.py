"""Sealed dice: fixed by secret and nonces, unbiased, and not repeated after an undo."""

from collections import Counter

import numpy as np
import pytest

from orrery.core import dice as dice_module
from orrery.core.dice import (
    DailyDice,
    SealedDice,
    commitment,
    draw_large,
    generator,
    keyed,
    pick,
)
from orrery.core.jit import refresh_twins, twin

refresh_twins()

SECRET = bytes(range(32))


def test_the_draws_are_fixed_by_secret_nonces_and_event() -> None:
    dice = SealedDice(SECRET, [b"one", b"two"])
    first = [dice.choose(n, [1] * 6) for n in range(100)]
    assert first == [SealedDice(SECRET, [b"one", b"two"]).choose(n, [1] * 6) for n in range(100)]
    for other in (SealedDice(SECRET, [b"onet", b"wo"]), SealedDice(b"x" * 32, [b"one", b"two"])):
        assert first != [other.choose(n, [1] * 6) for n in range(100)]


def test_a_known_draw() -> None:
    """The first bytes of the HMAC decide; anybody can compute this with other tools."""
    import hashlib
    import hmac

    parts = [b"dice", b"nonce", b"5", b"0"]
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    word = int.from_bytes(hmac.new(SECRET, message, hashlib.sha256).digest()[:8], "big")
    assert SealedDice(SECRET, [b"nonce"]).choose(5, [1, 2, 3]) == [0, 1, 1, 2, 2, 2][word % 6]


def test_weights_are_followed() -> None:
    dice = SealedDice(SECRET)
    counts = Counter(dice.choose(n, [1, 2, 3, 6]) for n in range(24_000))
    expected = [2000, 4000, 6000, 12_000]
    assert sum((counts[k] - e) ** 2 / e for k, e in enumerate(expected)) < 16.3


def test_words_beyond_the_last_whole_multiple_are_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bytes] = []

    def digest(secret: bytes, *parts: bytes) -> bytes:
        asked.append(parts[-1])
        return b"\xff" * 32 if parts[-1] == b"0" else b"\x00" * 31 + b"\x01"

    monkeypatch.setattr(dice_module, "keyed", digest)
    for dice in (SealedDice(SECRET), DailyDice(SECRET, "2026-11-15")):
        asked.clear()
        assert dice.choose(1, [1, 1, 1]) == 0
        assert asked == [b"0", b"1"]


def test_the_dice_of_a_day_go_by_the_name_of_the_draw() -> None:
    dice = DailyDice(SECRET, "2026-11-15")
    draws = [dice.choose(1, [1] * 6, f"round {n}") for n in range(100)]
    assert draws == [dice.choose(77, [1] * 6, f"round {n}") for n in range(100)]
    assert len(set(draws)) == 6
    assert draws != [SealedDice(SECRET).choose(n, [1] * 6) for n in range(100)]
    word = int.from_bytes(keyed(SECRET, b"daily", b"first", b"0")[:8], "big")
    assert dice.choose(5, [1, 2, 3], "first") == [0, 1, 1, 2, 2, 2][word % 6]


def test_lengths_keep_lists_apart() -> None:
    assert keyed(SECRET, b"ab", b"c") != keyed(SECRET, b"a", b"bc")
    assert commitment(SECRET) != commitment(SECRET[::-1])


@pytest.mark.parametrize("total", [3 << 31, (1 << 40) + 12345, (1 << 62) - 1])
def test_large_draws_are_even_and_the_same_compiled(total: int) -> None:
    rng, again = generator(5, 1), generator(5, 1)
    drawn = [int(twin(draw_large)(rng, total)) for _ in range(4000)]
    assert drawn == [int(draw_large(again, total)) for _ in range(4000)]
    assert all(0 <= value < total for value in drawn)
    counts = Counter(value * 8 // total for value in drawn)
    assert sum((counts[k] - 500) ** 2 / 500 for k in range(8)) < 24.3


def test_large_weights_are_followed() -> None:
    rng = generator(6, 1)
    weights = np.array([1 << 40, 0, 3 << 40], np.int64)
    counts = Counter(int(twin(pick)(rng, weights, 4 << 40)) for _ in range(4000))
    assert counts[1] == 0
    assert (counts[0] - 1000) ** 2 / 1000 + (counts[2] - 3000) ** 2 / 3000 < 10.8
