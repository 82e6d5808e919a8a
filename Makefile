# make run    everything: embedded server, API, AI workers; prints the address      make bench  what things cost
# make test   the suite, but what takes long: make test-long                         make lock   new versions into constraints.txt
# make check  format, lint, types, the document, import layers                      make clean  what make has made, data excepted
# make sdk    types of both clients from the document                               make dist   wheels, sdists and npm tarball in dist/
# make strength  the ladder of the opponents, within half an hour by sequential tests; make strength-full  all of its games, resumable
# make test-cluster  the service's tests on a cluster, with failovers                  make bench-load  mixed load for minutes, and what failures cost
#
# Needs Python 3.11 or newer and make; uses uv when it is there. Data lies in .data unless INTRAMUROS_DATA says otherwise.

SHELL := /bin/sh
BIN := .venv/bin
RUNS := .venv/runs
READY := .venv/ready
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header
INTRAMUROS_DATA ?= $(CURDIR)/.data
export INTRAMUROS_DATA
# Compiled modules are kept, whatever the shell says: without them every process compiles all of its libraries again as it starts.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-long coverage drills test-cluster check lint-document lint-page sdk dist bench bench-load strength strength-full lock clean
.DELETE_ON_ERROR:

run: $(RUNS)
	@exec $(BIN)/intramuros serve

test: $(READY)
	@unset INTRAMUROS_DATA; $(BIN)/pytest -q -n 6 --dist worksteal

# The rest of the suite: what other languages' compilers and linters say of document, page and clients, clients generated in seven
# languages, the server attacked from its own document, whole games in a browser, processes killed or restarted under load.
test-long: $(READY)
	@if command -v npm >/dev/null 2>&1; then openapi/lint --install; fi
	@PYTHON=$(CURDIR)/$(BIN)/python openapi/tools
	@unset INTRAMUROS_DATA; $(BIN)/pytest -q -n 3 --dist worksteal -m long

# How much of the engine, the games and the contests the tests without HTTP run, in one process, with an embedded Redis. Whether an AI
# keeps its deadline is not asked while every line of it is counted.
coverage: $(READY)
	@unset INTRAMUROS_DATA; COVERAGE_FILE=$$(mktemp); export COVERAGE_FILE; \
	$(BIN)/coverage run --source=engine,service.contests,service.games -m pytest -q -x tests/engine tests/service/contests tests/service/games --deselect tests/engine/ai/test_levels.py::test_the_deadline_is_kept && \
	$(BIN)/coverage report --skip-covered --sort=cover | tail -n 12; status=$$?; rm -f "$$COVERAGE_FILE"; exit $$status

# What takes minutes: everything killed again and again, whole games clicked in a browser, what is published built and installed.
drills: $(READY)
	@PYTHON=$(CURDIR)/$(BIN)/python openapi/tools
	@unset INTRAMUROS_DATA; $(BIN)/pytest -q -m drill

# The service's tests again, on a store of three masters with replicas and a queue behind sentinels, all on this machine; then
# masters change, slots move and servers die while games are played.
test-cluster: $(READY)
	@unset INTRAMUROS_DATA; TEST_LAYOUT=cluster $(BIN)/pytest -q -m 'not drill' tests/service
	@unset INTRAMUROS_DATA; $(BIN)/pytest -q tests/cluster

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if [ -f service/commands/spec.py ]; then echo $(BIN)/intramuros spec --check; $(BIN)/intramuros spec --check; fi
	$(BIN)/lint-imports --no-cache
	@$(BIN)/pytest -q tests/engine/test_layers.py

# Redocly and Spectral over the document; `make test-long` runs them too. Needs Node.js 20 or newer.
lint-document:
	openapi/lint

# The TypeScript compiler and ESLint over the code of the page; `make test-long` runs them too.
lint-page:
	openapi/lint-page

# What is generated of the clients: the types from openapi/openapi.json, the sync Python client from the async one.
sdk: $(READY)
	@PYTHON=$(CURDIR)/$(BIN)/python openapi/tools
	$(BIN)/python openapi/sdk/python/make.py
	openapi/sdk/typescript/make

dist: $(READY)
	@openapi/sdk/dist

bench: $(READY)
	@unset INTRAMUROS_DATA; exec $(BIN)/python -m tests.bench

# Mixed load for minutes with no error allowed, the same with ever more games stored, and with a jumping clock, a halting Redis and no memory.
bench-load: $(READY)
	@unset INTRAMUROS_DATA; exec $(BIN)/python -m tests.bench.mixed_load

strength: $(READY)
	@exec $(BIN)/python -m tests.bench.strength

# The same with every game played: hours. Stopped, it goes on where it was; the games lie in INTRAMUROS_DATA/strength.jsonl.
strength-full: $(READY)
	@exec $(BIN)/python -m tests.bench.strength --full

# One environment: $(RUNS) says that it holds what running needs, $(READY) that it holds the tools too. It is made again whenever what
# it should hold changes. Every file is checked against its hash; nothing is compiled; the locks are whole, so nothing is resolved.
LOCKED := --quiet --no-deps --only-binary :all: --require-hashes
PIP := $(BIN)/python -m pip install --disable-pip-version-check --no-input --no-compile
UV := uv pip install --python $(BIN)/python
UNMADE := { echo "make: the environment could not be made; the reason is above (no network, no venv module, or no wheel for this Python)." >&2; exit 1; }

# The warnings ignored are setuptools' box of general advice about installing in place.
$(RUNS): pyproject.toml deploy/requirements.txt constraints.txt
	@python=; for each in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	    if command -v $$each >/dev/null 2>&1 && $$each -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then python=$$each; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "make: Python 3.11 or newer is needed, and $$(python3 --version 2>/dev/null || echo no python3) is here." >&2; exit 1; \
	fi; \
	echo "Making .venv with $$($$python --version) ..."; export PYTHONWARNINGS=ignore::UserWarning; \
	if command -v uv >/dev/null 2>&1; then \
	    uv venv --quiet --clear --no-config --python "$$(command -v $$python)" .venv && \
	    $(UV) $(LOCKED) -r deploy/requirements.txt && $(UV) --quiet --no-deps --no-build-isolation -e .; \
	else \
	    $$python -m venv --clear .venv && \
	    $(PIP) $(LOCKED) -r deploy/requirements.txt && $(PIP) --quiet --no-deps --no-build-isolation -e .; \
	fi || $(UNMADE)
	@touch $@

$(READY): $(RUNS)
	@echo "Adding the tools to .venv ..."; \
	if command -v uv >/dev/null 2>&1; then $(UV) $(LOCKED) -r constraints.txt; else $(PIP) $(LOCKED) -r constraints.txt; fi || $(UNMADE)
	@touch $@

# The versions that everybody installs, for every Python and machine we support, with hashes and without any index's address.
# `make lock` adds what pyproject.toml newly asks for; `make lock UPGRADE=--upgrade` takes the newest of everything.
lock:
	@command -v uv >/dev/null || { echo "make: lock needs uv, https://docs.astral.sh/uv" >&2; exit 1; }
	@cp constraints.txt constraints.new; cp deploy/requirements.txt requirements.new
	@echo 'setuptools>=77' | $(COMPILE) $(UPGRADE) --extra dev --output-file constraints.new pyproject.toml - >/dev/null
	@{ echo '# Made by `make lock`: what make test and the like install, the same on every machine.'; cat constraints.new; } > constraints.txt
	@echo 'setuptools>=77' | $(COMPILE) --constraint constraints.new --output-file requirements.new pyproject.toml - >/dev/null
	@{ echo '# Made by `make lock`: what running needs, by make run and in the container image; the versions of constraints.txt without the tools.'; cat requirements.new; } > deploy/requirements.txt
	@$(COMPILE) --upgrade openapi/tools.in > tools.new
	@{ echo '# Made by `make lock`: the tools of openapi/tools.'; cat tools.new; } > openapi/tools.txt
	@rm constraints.new requirements.new tools.new

clean:
	rm -rf .venv openapi/node_modules openapi/.tools openapi/sdk/typescript/dist dist build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find engine service tests -name __pycache__ -type d -prune -exec rm -rf {} +
