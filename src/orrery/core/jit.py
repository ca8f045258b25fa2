"""The only place that names the compiler.

`kernel` marks a function of the compiled core. Each keeps an interpreted twin: the same code
object, run with globals in which every other kernel is its twin too. So both live in one
process: the twin tells a story or takes a breakpoint, the compiled one runs a million times.

With ``NUMBA_DISABLE_JIT=1`` nothing is compiled and a kernel is its own twin.
"""

import hashlib
import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.bytecode import FunctionIdentity
from numba.extending import intrinsic, overload

F = TypeVar("F", bound=Callable[..., Any])

COMPILER_OFF = bool(numba.config.DISABLE_JIT)
"""True when the whole process runs interpreted."""

VERSIONS = f"numba {numba.__version__} numpy {np.__version__}"
"""What compiled code depends on beside its sources."""

_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""Without `_nrt` no references are counted: kernels allocate nothing, and one that did would not
compile. The option is private to the compiler; `tests/contract/test_compiler.py` holds it."""
_twins: dict[Callable[..., Any], Callable[..., Any]] = {}
_scopes: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
_config_lock = threading.Lock()
_twin_lock = threading.Lock()
_refreshed = [-1]
"""How many names the modules of the kernels had when the twins were last brought up to date."""


def kernel(function: F) -> F:
    """Mark a function of the compiled core. It is compiled when a compiled caller needs it."""
    _twins[function] = function if COMPILER_OFF else _make_twin(function)
    return numba.njit(**_OPTIONS)(function)  # type: ignore[no-any-return]


def twin(function: F) -> F:
    """The interpreted twin of a kernel; any other function is returned as it is."""
    return _twins.get(plain(function), function)  # type: ignore[return-value]


def plain(function: F) -> F:
    """The Python function behind a kernel."""
    return getattr(function, "py_func", function)


def kernel_beside(python: Callable[..., Any]) -> Callable[[F], F]:
    """A kernel with a hand-written twin, where one source cannot serve both (wrapping integers)."""

    def mark(function: F) -> F:
        if COMPILER_OFF:
            return python  # type: ignore[return-value]
        _twins[function] = python
        return numba.njit(**_OPTIONS)(function)  # type: ignore[no-any-return]

    return mark


def refresh_twins() -> None:
    """Bring the twins' globals up to date with their modules; call it before running twins."""
    with _twin_lock:
        names = sum(len(module) for module, _ in _scopes.values())
        if names == _refreshed[0]:
            return
        for module, scope in _scopes.values():
            for name, value in list(module.items()):
                scope[name] = twin(value) if callable(value) else value
        _refreshed[0] = names


def _make_twin(function: Callable[..., Any]) -> Callable[..., Any]:
    assert isinstance(function, FunctionType)
    module = function.__globals__
    _, scope = _scopes.setdefault(id(module), (module, {"__builtins__": __builtins__}))
    made = FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    made.__doc__ = function.__doc__
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def record_type(dtype: np.dtype[Any]) -> Any:
    """The compiler's type of one record of this dtype."""
    return numba.from_dtype(dtype)


def implement(stub: Callable[..., Any], dtype: np.dtype[Any], function: Callable[..., Any]) -> None:
    """Let compiled code that calls `stub` with a record of `dtype` first call `function`."""
    if COMPILER_OFF:
        return
    wanted = record_type(dtype)
    overload(stub, target="generic")(
        _CHOOSERS[plain(stub).__code__.co_argcount - 1](wanted, function)
    )


# A chooser answers with an implementation if the first argument is a record of the wanted type.
# The compiler compares parameter names, so there is one for each number of arguments.
_CHOOSERS: tuple[Callable[[Any, Any], Any], ...] = (
    lambda wanted, function: lambda s: (lambda s: function(s)) if s == wanted else None,
    lambda wanted, function: lambda s, a: (lambda s, a: function(s, a)) if s == wanted else None,
    lambda wanted, function: (
        lambda s, a, b: (lambda s, a, b: function(s, a, b)) if s == wanted else None
    ),
    lambda wanted, function: (
        lambda s, a, b, c: (lambda s, a, b, c: function(s, a, b, c)) if s == wanted else None
    ),
    lambda wanted, function: (
        lambda s, a, b, c, d: (
            (lambda s, a, b, c, d: function(s, a, b, c, d)) if s == wanted else None
        )
    ),
)


def silent(function: F) -> F:
    """A function of one or two arguments and more that acts interpreted; compiled it is nothing."""
    if COMPILER_OFF:
        return function
    if plain(function).__code__.co_argcount == 1:
        overload(function, target="generic")(lambda a, *rest: lambda a, *rest: None)
    else:
        overload(function, target="generic")(lambda a, b, *rest: lambda a, b, *rest: None)
    return function


def _clear_python(record: np.void, count: int) -> None:
    for name in record.dtype.names or ():
        record[name] = 0  # all of it, since what lies behind is zero already


@intrinsic  # type: ignore[untyped-decorator]
def _store_zeros(typing_context: Any, record: Any, count: Any) -> Any:
    """Store so many zero bytes at the beginning of a record, eight at a time."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        pointer, size = values
        for bits in (64, 8):
            unit = ir.IntType(bits)
            cells = builder.bitcast(pointer, unit.as_pointer())
            whole = builder.udiv(size, ir.Constant(size.type, 8))
            first = ir.Constant(size.type, 0) if bits == 64 else builder.shl(whole, size.type(3))
            last = whole if bits == 64 else size
            with cgutils.for_range_slice(builder, first, last, size.type(1)) as (index, _):
                builder.store(ir.Constant(unit, 0), builder.gep(cells, [index]))
        return context.get_dummy_value()

    return types.void(record, types.int64), generate


@kernel_beside(_clear_python)
def clear(record: np.void, count: int) -> None:
    """Set the first bytes of a record to zero; what lies behind them must be zero already."""
    _store_zeros(record, count)


def _count_python(mask: int) -> int:
    return int(mask).bit_count()


def _trailing_python(mask: int) -> int:
    return (int(mask) & -int(mask)).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _population(typing_context: Any, mask: Any) -> Any:
    """One instruction of the processor."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _trailing(typing_context: Any, mask: Any) -> Any:
    """One instruction of the processor."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@kernel_beside(_count_python)
def count_bits(mask: int) -> int:
    """How many bits are set, of the lowest 63."""
    return _population(mask)  # type: ignore[no-any-return]


@kernel_beside(_trailing_python)
def lowest_bit(mask: int) -> int:
    """The place of the lowest bit that is set; there must be one."""
    return _trailing(mask)  # type: ignore[no-any-return]


def compiled_in(folder: Path, function: Callable[..., Any]) -> Any:
    """A fresh compiled function whose machine code is kept in `folder`, and nowhere else."""
    if COMPILER_OFF:
        return plain(function)
    with _cache_folder(folder):
        return numba.njit(cache=True, **_OPTIONS)(plain(function))


def name_apart(key: str) -> None:
    """Give all functions that are compiled from now on names that no other process gives.

    The compiler numbers functions and record types from one in every process, so two games
    compiled by two processes can have functions of the same name, and a process that loads
    both would run the first one's for the second. The numbers begin at a hash of the key.
    """
    start = int.from_bytes(hashlib.sha256(key.encode()).digest()[:6], "big")
    FunctionIdentity._unique_ids = itertools.count(start)


def load(function: Any, signature: tuple[Any, ...]) -> bool:
    """Compile a `compiled_in` function, or take it from its folder; say which (True: taken)."""
    if COMPILER_OFF:
        return True
    function.compile(signature)
    function.disable_compile()
    return bool(function.stats.cache_hits)


@contextmanager
def _cache_folder(folder: Path) -> Iterator[None]:
    """A function's cache folder is fixed while it is decorated, by one global of the compiler."""
    with _config_lock:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before


def settings_key() -> str:
    """Settings of the compiler that change its code but not the name of its cache entries."""
    config = numba.config
    return f"bounds={config.BOUNDSCHECK} opt={config.OPT} debug={config.DEBUGINFO_DEFAULT}"
