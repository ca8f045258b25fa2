"""How the rules run in a test; the fixture `rules` of `tests/conftest.py` has both kinds.

A test whose outcome depends on it asks for `rules`, most often for all tests of its file:
`pytestmark = pytest.mark.usefixtures("rules")`.
"""

import pytest

COMPILED = pytest.mark.parametrize("rules", ["compiled"], indirect=True)
"""For one test among them that draws or plays so much that it runs once, compiled."""
