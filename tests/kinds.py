"""How the rules run in a test; the fixture `rules` of `tests/conftest.py` has both kinds.

A test whose outcome depends on it asks for `rules`, most often for all tests of its file:
`pytestmark = pytest.mark.usefixtures("rules")`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

F = TypeVar("F", bound=Callable[..., Any])


def only_compiled(test: F) -> F:
    """For one test that draws or plays so much that it runs once, compiled."""
    marked: F = pytest.mark.usefixtures("rules")(pytest.mark.compiled(test))
    once: F = pytest.mark.parametrize("rules", ["compiled"], indirect=True)(marked)
    return once
