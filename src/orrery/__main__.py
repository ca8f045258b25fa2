"""`python -m orrery` is the command line."""

from .cli import main

main()
