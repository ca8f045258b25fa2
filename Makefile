# One menu of commands. Everything is set up on first use, in .venv.

PYTHON ?= python3
BIN = .venv/bin
JOBS ?= 2

.PHONY: help play test prove check bench strength mutate playthroughs image openapi clean

help:            ## Show this list
	@grep -hE '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/: .*## /	/' | expand -t 16

.venv/.plain: pyproject.toml constraints.txt
	@$(PYTHON) -m venv .venv || { echo "Python's venv module is missing: install it (Debian: python3-venv)"; exit 1; }
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

.venv/.ready: .venv/.plain
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

.venv/.bench: .venv/.ready
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev,bench]'
	@touch $@

play: .venv/.plain  ## Set up and play in the terminal
	@$(BIN)/orrery play $(ARGS)

test: .venv/.ready  ## Run all tests, at a size that stays under 20 minutes
	$(BIN)/python -m pytest -n $(JOBS) -m "not prove"
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n $(JOBS) -q -m "not prove" tests/games tests/contract
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -n $(JOBS) -q -m "not prove" tests/contract/test_check_game.py

prove: .venv/.ready  ## Run the full-size proofs: twins, conformance, mutations
	$(BIN)/python -m pytest -n $(JOBS) -m prove
	$(MAKE) mutate

mutate: .venv/.ready  ## Take out every line that cites a rule, in turn, and see that a test notices
	$(BIN)/python tools/mutate.py --jobs $(JOBS)

openapi: .venv/.ready  ## Write web/openapi.json anew
	$(BIN)/python tools/openapi.py

check: .venv/.ready  ## Format, lint, types, import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.bench  ## Measure beside the peers, as ratios
	$(BIN)/python -m benchmarks

strength: .venv/.bench  ## Measure how strong the levels of a game's bot are (GAME=cubulus)
	$(BIN)/python -m benchmarks.strength $(or $(GAME),cubulus) --jobs $(JOBS)

playthroughs: .venv/.ready  ## Write the golden playthroughs anew (look at the diff)
	$(BIN)/python tools/playthroughs.py

image: .venv/.ready  ## Draw the picture of the README anew
	$(BIN)/python tools/picture.py

clean:           ## Remove what was built
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
