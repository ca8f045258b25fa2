"""Chance: a small generator for local games, and dice that can be checked for a table.

`stream`, `draw` and `pick` are kernels: the same integers come interpreted, compiled and on a
GPU. A generator is two 64-bit words, a place and an odd step (a splittable SplitMix), so that
every pair of a seed and a number has a sequence of its own.

`SealedDice` draws event *n* from ``HMAC-SHA256(secret, nonces | n | attempt)``: whoever made
the table committed to the secret before anybody added a nonce, so nobody chose a roll.
`DailyDice` draws from ``HMAC-SHA256(secret, name of the draw | attempt)``: no nonces, the same
dice for everybody who plays the game of that day.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import BadOption, BadRecord
from .jit import kernel, kernel_beside, twin

_U = np.uint64
_GOLDEN = 0x9E3779B97F4A7C15
_MIX_A = 0xBF58476D1CE4E5B9
_MIX_B = 0x94D049BB133111EB
_WORD = (1 << 64) - 1
_HALF = (1 << 32) - 1
RNG_WORDS = 2
SEEDS = 1 << 63
"""Seeds run from -SEEDS to SEEDS - 1."""


def _mix_python(x: int) -> int:
    x = ((x ^ (x >> 30)) * _MIX_A) & _WORD
    x = ((x ^ (x >> 27)) * _MIX_B) & _WORD
    return x ^ (x >> 31)


def _stream_python(rng: NDArray[np.uint64], seed: int, number: int) -> None:
    place = _mix_python(((int(seed) & _WORD) + _GOLDEN) & _WORD)
    start = _mix_python((place + (int(number) & _WORD) * _GOLDEN) & _WORD)
    rng[0] = start
    rng[1] = _mix_python((start + place) & _WORD) | 1


def _next_word_python(rng: NDArray[np.uint64]) -> int:
    place = (int(rng[0]) + int(rng[1])) & _WORD
    rng[0] = place
    return _mix_python(place) >> 32


@kernel_beside(_mix_python)
def mix(x: Any) -> Any:
    """Scramble one 64-bit word."""
    x = (x ^ (x >> _U(30))) * _U(_MIX_A)
    x = (x ^ (x >> _U(27))) * _U(_MIX_B)
    return x ^ (x >> _U(31))


@kernel_beside(_stream_python)
def stream(rng: NDArray[np.uint64], seed: int, number: int) -> None:
    """Set a generator to the beginning of sequence `number` of `seed`."""
    place = mix(_U(seed) + _U(_GOLDEN))
    rng[0] = mix(place + _U(number) * _U(_GOLDEN))
    rng[1] = mix(rng[0] + place) | _U(1)


@kernel_beside(_next_word_python)
def next_word(rng: NDArray[np.uint64]) -> Any:
    """The next 32 random bits, as a wide integer."""
    rng[0] = rng[0] + rng[1]
    return np.int64(mix(rng[0]) >> _U(32))


def _mix_word_python(key: int, word: int) -> int:
    mixed = _mix_python((int(key) * 31 + int(word) + _GOLDEN) & _WORD)
    return mixed >> 1


@kernel_beside(_mix_word_python)
def mix_word(key: int, word: int) -> Any:
    """Take one more number into a hash of 63 bits."""
    return np.int64(mix(_U(key) * _U(31) + _U(word) + _U(_GOLDEN)) >> _U(1))


@kernel
def draw(rng: NDArray[np.uint64], n: int) -> int:
    """A whole number from 0 to n-1, each exactly as likely; n is at most 2**31."""
    product = int(next_word(rng)) * n
    low = product & _HALF
    if low < n:
        floor = ((1 << 32) - n) % n
        while low < floor:
            product = int(next_word(rng)) * n
            low = product & _HALF
    return product >> 32


@kernel
def place_of(weights: NDArray[np.int64] | Sequence[int], left: int) -> int:
    """The index on which a number falls, counted through the weights."""
    index = 0
    while left >= weights[index]:
        left -= int(weights[index])
        index += 1
    return index


@kernel
def draw_large(rng: NDArray[np.uint64], n: int) -> int:
    """A whole number from 0 to n-1, each exactly as likely; n is at most 2**62."""
    if n <= 1 << 31:
        return draw(rng, n)
    span = 1 << 32
    while span < n:
        span <<= 1
    while True:
        value = (int(next_word(rng)) << 31 ^ int(next_word(rng)) >> 1) & (span - 1)
        if value < n:
            return value


@kernel
def pick(rng: NDArray[np.uint64], weights: NDArray[np.int64], total: int) -> int:
    """An index into `weights`, drawn by weight; the total is at most 2**62."""
    return place_of(weights, draw_large(rng, total))


_place = twin(place_of)  # dice draw one outcome at a time, and weights are a list


def generator(seed: int, number: int = 0) -> NDArray[np.uint64]:
    """A new generator at the beginning of sequence `number` of `seed`."""
    rng = np.zeros(RNG_WORDS, np.uint64)
    _stream_python(rng, seed, number)
    return rng


class SeededDice:
    """Nature of a local game: event *n* draws from sequence *n* of the seed."""

    kind = "seed"

    def __init__(self, seed: int) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or not -SEEDS <= seed < SEEDS:
            raise BadOption(
                "a seed is a whole number of at most 63 bits", detail={"option": "seed"}
            )
        self.seed = seed

    def choose(self, event: int, weights: Sequence[int], name: str = "") -> int:
        """The outcome of event `event`: an index into `weights`."""
        rng = generator(self.seed, event)
        left = draw_python(rng, sum(weights))
        return _place(weights, left)

    @property
    def secret(self) -> bytes:
        """What the salts of a local record are made from."""
        return hashlib.sha256(b"orrery local game %d" % self.seed).digest()


class ClosedDice:
    """The dice of a table whose game still goes on, seen from outside: nobody can roll them."""

    kind = "sealed"

    def __init__(self, promise: str, nonces: Sequence[bytes] = (), day: str = "") -> None:
        self.promise = promise
        self.nonces: tuple[bytes, ...] = tuple(nonces)
        self.day = day

    def choose(self, event: int, weights: Sequence[int], name: str = "") -> int:
        """Nothing can be drawn without the secret."""
        raise BadRecord("the dice of this game stay sealed until it is over", event=event)

    @property
    def secret(self) -> bytes:
        """Nobody but the table knows it."""
        raise BadRecord("the secret of this game is not known until it is over")


class SealedDice:
    """Nature of a table: nobody chose it, and after the game anybody can check it."""

    kind = "sealed"

    def __init__(self, secret: bytes, nonces: Sequence[bytes] = ()) -> None:
        self.secret = secret
        self.nonces: tuple[bytes, ...] = tuple(nonces)

    def choose(self, event: int, weights: Sequence[int], name: str = "") -> int:
        """The outcome of event `event`: an index into `weights`."""
        return _draw_sealed(self.secret, (b"dice", *self.nonces, b"%d" % event), weights)


class DailyDice:
    """Nature of a daily game: the same for everybody who plays that day, and nobody's nonces.

    A draw is found by its name, not by how many events there were before it, so that everybody
    meets the same dice whatever they did until then.
    """

    kind = "daily"

    def __init__(self, secret: bytes, day: str) -> None:
        self.secret = secret
        self.day = day

    def choose(self, event: int, weights: Sequence[int], name: str = "") -> int:
        """The outcome of the draw with this name: an index into `weights`."""
        return _draw_sealed(self.secret, (b"daily", name.encode()), weights)


def _draw_sealed(secret: bytes, parts: Sequence[bytes], weights: Sequence[int]) -> int:
    """Draw from a secret, again as long as a word would favour some outcomes."""
    total = sum(weights)
    limit = (1 << 64) - (1 << 64) % total
    attempt = 0
    while True:
        word = int.from_bytes(keyed(secret, *parts, b"%d" % attempt)[:8], "big")
        if word < limit:
            return _place(weights, word % total)
        attempt += 1


Dice = SeededDice | SealedDice | ClosedDice | DailyDice


def draw_python(rng: NDArray[np.uint64], n: int) -> int:
    """`draw`, for callers outside the kernels."""
    floor = ((1 << 32) - n) % n
    while True:
        product = _next_word_python(rng) * n
        if product & _HALF >= floor:
            return product >> 32


def keyed(secret: bytes, *parts: bytes) -> bytes:
    """HMAC-SHA256 over the parts, each behind its length, so that no two lists read alike."""
    text = b"".join([len(part).to_bytes(4, "big") + part for part in parts])
    return hmac.digest(secret, text, "sha256")


def commitment(secret: bytes) -> str:
    """What is published of a secret before the game."""
    return hashlib.sha256(b"orrery commitment" + secret).hexdigest()
