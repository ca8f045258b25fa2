"""Two private names of the compiler that `core/jit.py` leans on: what they do is held here.

A new release of numba may drop or rename either without a word, so `pyproject.toml` bounds it from
above. Raise that bound when these tests pass with the new release.
"""

import tomllib
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.errors import NumbaError
from numba.core.typing.typeof import typeof
from packaging.requirements import Requirement

from orrery.core import cache, jit, registry
from orrery.core.entries import CORE

pytestmark = pytest.mark.skipif(jit.COMPILER_OFF, reason="the compiler is switched off")
REPOSITORY = Path(__file__).parents[2]


def write_three(out: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    seen = out[1:]
    seen[0] = 3


def allocate(out: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    out[0] = np.zeros(3)[0]


def counts_references(**options: object) -> bool:
    """Whether the code of a kernel with these options counts references."""
    made = numba.njit(**options)(write_three)
    made(np.zeros(2, np.int64))
    return any("NRT_" in code for code in made.inspect_asm().values())


def test_kernels_count_no_references() -> None:
    assert jit._OPTIONS["_nrt"] is False
    counting = {key: value for key, value in jit._OPTIONS.items() if key != "_nrt"}
    assert counts_references(**counting)
    assert not counts_references(**jit._OPTIONS)


def test_a_kernel_that_allocates_does_not_compile() -> None:
    with pytest.raises(NumbaError, match="zeros"):
        numba.njit(**jit._OPTIONS)(allocate)(np.zeros(2, np.int64))


@pytest.mark.parametrize("name", ["pig", "cubulus"])
def test_no_entry_of_a_game_counts_references(name: str) -> None:
    """What an entry calls is found by record type, and so compiled with the entry's options."""
    game = registry.find(name)
    cache.load(game)
    kept = list(cache.folder(game).rglob("*.nbc"))
    assert len(kept) == len(CORE.functions)
    assert not [path.name for path in kept if b"NRT_" in path.read_bytes()]


def compiled_name(key: str) -> str:
    """The name that the compiler gives a function after `name_apart`."""
    jit.name_apart(key)
    made = numba.njit(**jit._OPTIONS)(write_three)
    made.compile((typeof(np.zeros(2, np.int64)),))
    (code,) = made.overloads.values()
    return str(code.fndesc.unique_name)


def test_functions_are_numbered_from_a_hash() -> None:
    assert compiled_name("one key") == compiled_name("one key") != compiled_name("another key")
    jit.name_apart("neither")


def test_the_compiler_is_bounded_from_above() -> None:
    """By its next minor release: private names may change with any."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    (bound,) = (r for r in map(Requirement, project["dependencies"]) if r.name == "numba")
    major, minor = (int(part) for part in numba.__version__.split(".")[:2])
    assert bound.specifier.contains(numba.__version__)
    assert not bound.specifier.contains(f"{major}.{minor + 1}.0")
