"""The table's server: tables, seats, events, dice that can be checked. It knows no game by name."""
