"""The statistics of matches: intervals for a score, and when to stop."""

import math
from dataclasses import dataclass

Z95 = 1.959963984540054


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """The 95% interval of a share, by Wilson; a draw counts as half a success."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    centre = share + z * z / (2 * trials)
    scale = 1 + z * z / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


@dataclass(frozen=True)
class Sprt:
    """A sequential test between two scores: the evidence, and what it says so far."""

    evidence: float
    lower: float
    upper: float

    @property
    def verdict(self) -> str:
        """`higher`, `lower`, or `open` while more games are needed."""
        if self.evidence >= self.upper:
            return "higher"
        return "lower" if self.evidence <= self.lower else "open"


def sprt(wins: int, draws: int, losses: int, low: float, high: float, error: float = 0.05) -> Sprt:
    """Test whether the true score is `high` rather than `low`, both errors at most `error`.

    The generalised test with the observed variance; a game each way is added at first, so that
    a run of wins alone does not count as certainty.
    """
    bound = math.log((1 - error) / error)
    games = wins + draws + losses + 2
    mean = (wins + 1 + draws / 2) / games
    squares = (wins + 1 + draws / 4) / games
    variance = max(squares - mean * mean, 1e-9)
    evidence = games * (high - low) * (2 * mean - low - high) / (2 * variance)
    return Sprt(evidence, -bound, bound)
