"""What a move of Tower tells while it is played."""

from orrery.core.steps import Steps, step


class Step(Steps):
    """The die is rolled until it is kept."""

    ROLLED = step(face=int)
    KEPT = step(face=int)
