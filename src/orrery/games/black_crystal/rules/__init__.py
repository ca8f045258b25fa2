"""The compiled rules: `machine.py` turns the wheels, the others are the wheels."""
