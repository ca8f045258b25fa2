# One menu of commands. Everything is set up on first use, in .venv.

PYTHON ?= python3
BIN = .venv/bin
JOBS ?= 2
unexport PYTHONDONTWRITEBYTECODE  # tests start hundreds of processes, and each would compile all sources

.PHONY: help play terminal web screenshots test quick prove check bench load strength mutate playthroughs image openapi clean

help:            ## Show this list
	@grep -hE '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/: .*## /	/' | expand -t 16

.venv/.plain: pyproject.toml constraints.txt
	@$(PYTHON) -m venv .venv || { echo "Python's venv module is missing: install it (Debian: python3-venv)"; exit 1; }
	@$(BIN)/python -m pip uninstall -qq --yes orrery  # what this was called before it was orrery-games
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

.venv/.ready: .venv/.plain
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

.venv/.bench: .venv/.ready
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev,bench]'
	@touch $@

WEB = $(shell find web \( -path web/node_modules -o -path web/coverage -o -path web/tests \) -prune -o -type f -print)
PAGES = src/orrery/pages/index.html

.venv/.web: .venv/.plain
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[web]'
	@touch $@

$(PAGES): .venv/.web $(WEB) tools/build_web.py
	$(BIN)/python tools/build_web.py build

play: $(PAGES)  ## Set up, build, serve, and open the browser
	@$(BIN)/orrery serve --open $(ARGS)

terminal: .venv/.plain  ## Set up and play in the terminal
	@$(BIN)/orrery play $(ARGS)

web: $(PAGES)  ## Build the web

.venv/.browser: .venv/.ready  # Debian's Chromium, for the tests that drive one
	@command -v chromium >/dev/null || (apt-get update -qq && apt-get install -y -qq chromium >/dev/null)
	@touch $@

.venv/.nginx: .venv/.ready  # Debian's nginx, for the test of deploy/nginx.conf; unpacked, so that none is started
	@PATH="$$PATH:/usr/sbin"; command -v nginx >/dev/null || \
		{ if test -w /var/lib/apt/lists; then apt-get update -qq; fi; \
		cd .venv && apt-get download -qq nginx && dpkg-deb -x nginx_*.deb nginx && rm nginx_*.deb; }
	@touch $@

screenshots: .venv/.browser $(PAGES)  ## Write pictures of every page to screenshots/
	$(BIN)/python tools/screenshots.py

test: .venv/.ready .venv/.browser .venv/.nginx $(PAGES)  ## Run all tests, once the games are compiled
	$(BIN)/python tools/build_web.py test
	$(BIN)/python tools/compile_games.py --jobs $(JOBS)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not prove and not browser"
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m browser

quick: .venv/.ready  ## At each save: lint, and every rule's tests, interpreted; under a minute
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n $(JOBS) --dist worksteal -q -m "not prove and not browser and not long and not compiled" $(or $(TESTS),tests/games tests/contract)

prove: .venv/.ready .venv/.nginx  ## Run the full-size proofs: twins, conformance, mutations
	$(BIN)/python -m pytest -m prove tests/server/attacks  # alone: they measure how others fare
	$(BIN)/python -m pytest -n $(JOBS) -m prove --ignore tests/server/attacks
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
	@$(BIN)/python tools/openapi.py | tee .venv/.openapi  # the web is checked against what Python says now
	$(BIN)/python tools/build_web.py check
	@grep -q "is current" .venv/.openapi || { cat .venv/.openapi; exit 1; }

bench: .venv/.bench  ## Measure beside the peers, as ratios
	$(BIN)/python -m benchmarks

load: .venv/.ready  ## Load the server beside boardgame.io's, with the same clients
	$(BIN)/python -m benchmarks.server_load

strength: .venv/.bench  ## Measure how strong the levels of a game's bot are (GAME=cubulus)
	$(BIN)/python -m benchmarks.strength $(or $(GAME),cubulus) --jobs $(JOBS)

playthroughs: .venv/.ready  ## Write the golden playthroughs anew (look at the diff)
	$(BIN)/python tools/playthroughs.py

image: .venv/.ready  ## Draw the picture of the README anew
	$(BIN)/python tools/picture.py

clean:           ## Remove what was built
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
