"""Masks of 27 cells: lines, faces and squares, without tables that threads share."""

from orrery.core.jit import kernel

from .state import PATTERN_PLACES, PATTERN_STEPS

PATTERNS: int = PATTERN_STEPS.shape[0]


# A face's nine cells lie in the mask like this (cell = x + 3y + 9z); each is brought together
# into nine bits, the digits of the face, before it goes to its place among the 54 facelets.
#
#     x = 0:  0 . . 3 . . 6 . .   9 . . 12 ...      every third bit
#     y = 0:  0 1 2 . . . . . .   9 10 11 ...       three bits in nine
#     z = 0:  0 1 2 3 4 5 6 7 8                     the first nine bits
EVERY_THIRD = 0o111111111
THREE_IN_NINE = 0o007007007


@kernel
def digits_x(mask: int) -> int:
    """Nine bits out of every third one."""
    spread = mask & EVERY_THIRD
    return digits_y(spread | spread >> 2 | spread >> 4)


@kernel
def digits_y(mask: int) -> int:
    """Nine bits out of three in nine."""
    spread = mask & THREE_IN_NINE
    return (spread | spread >> 6 | spread >> 12) & 511


@kernel
def both_ends(along_x: int, along_y: int, along_z: int) -> int:
    """The facelets at both ends of lines, given by their lowest cells along each axis."""
    left, front, down = digits_x(along_x), digits_y(along_y), along_z & 511
    return (left | left << 9) | (front | front << 9) << 18 | (down | down << 9) << 36


@kernel
def full_lines(mask: int) -> int:
    """The facelets of lines whose three cells are all in the mask, as 54 bits."""
    return both_ends(
        mask & mask >> 1 & mask >> 2, mask & mask >> 3 & mask >> 6, mask & mask >> 9 & mask >> 18
    )


@kernel
def has_square(balls: int, faces: int) -> bool:
    """Whether balls of one colour show a square; `faces` is 0 for all six, 1 for the upright."""
    found = 0
    for k in range(PATTERNS):
        found |= (
            balls
            & int(PATTERN_PLACES[k, faces])
            & balls >> int(PATTERN_STEPS[k, 0])
            & balls >> int(PATTERN_STEPS[k, 1])
            & balls >> int(PATTERN_STEPS[k, 2])
        )  # CB-GOAL-1, CB-GOAL-8
    return found != 0
