"""Connect Four on the contract, to measure beside other libraries: not a game we offer."""
