# make run    everything: embedded server, API, AI workers; prints the address      make bench  what things cost
# make test   the whole suite                                                       make lock   new versions into constraints.txt
# make check  format, lint, types, the document, import layers                      make clean  what make has made, data excepted
# make strength  every claim about the opponents' strength, played out in half an hour
#
# Needs Python 3.11 or newer and make; uses uv when it is there. Data lies in .data unless INTRAMUROS_DATA says otherwise.

SHELL := /bin/sh
BIN := .venv/bin
READY := .venv/ready
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header
INTRAMUROS_DATA ?= $(CURDIR)/.data
export INTRAMUROS_DATA

.PHONY: run test check lint-document bench strength lock clean
.DELETE_ON_ERROR:

run: $(READY)
	@exec $(BIN)/intramuros serve

test: $(READY)
	@if command -v npm >/dev/null 2>&1; then openapi/lint --install; fi
	@unset INTRAMUROS_DATA; $(BIN)/pytest -q -n 3 --dist worksteal

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if [ -f service/spec.py ]; then echo $(BIN)/intramuros spec --check; $(BIN)/intramuros spec --check; fi
	@$(BIN)/pytest -q tests/engine/test_layers.py

# Redocly and Spectral over the document; `make test` runs them too. Needs Node.js 20 or newer.
lint-document:
	openapi/lint

bench: $(READY)
	@unset INTRAMUROS_DATA; exec $(BIN)/python -m tests.bench

strength: $(READY)
	@unset INTRAMUROS_DATA; exec $(BIN)/python -m tests.bench.strength

# One environment, made again whenever what it should hold changes. Every file is checked against its hash; nothing is compiled.
# The warnings ignored are setuptools' box of general advice about installing in place.
$(READY): pyproject.toml constraints.txt
	@python=; for each in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	    if command -v $$each >/dev/null 2>&1 && $$each -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then python=$$each; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "make: Python 3.11 or newer is needed, and $$(python3 --version 2>/dev/null || echo no python3) is here." >&2; exit 1; \
	fi; \
	echo "Making .venv with $$($$python --version) ..."; \
	if command -v uv >/dev/null 2>&1; then \
	    uv venv --quiet --clear --no-config --python "$$(command -v $$python)" .venv && \
	    uv pip install --quiet --python $(BIN)/python --only-binary :all: --require-hashes -r constraints.txt && \
	    PYTHONWARNINGS=ignore::UserWarning uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .; \
	else \
	    $$python -m venv --clear .venv && \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r constraints.txt && \
	    PYTHONWARNINGS=ignore::UserWarning $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .; \
	fi || { echo "make: the environment could not be made; the reason is above (no network, no venv module, or no wheel for this Python)." >&2; exit 1; }
	@touch $@

# The versions that everybody installs, for every Python and machine we support, with hashes and without any index's address.
lock:
	@command -v uv >/dev/null || { echo "make: lock needs uv, https://docs.astral.sh/uv" >&2; exit 1; }
	@echo 'setuptools>=77' | $(COMPILE) --upgrade --extra dev pyproject.toml - > constraints.new
	@{ echo '# Made by `make lock`: what make installs, the same on every machine.'; cat constraints.new; } > constraints.txt
	@echo 'setuptools>=77' | $(COMPILE) --constraint constraints.new pyproject.toml - > requirements.new
	@{ echo '# Made by `make lock`: what the container image installs; the same versions without the tools.'; cat requirements.new; } > deploy/requirements.txt
	@rm constraints.new requirements.new

clean:
	rm -rf .venv openapi/node_modules build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find engine service tests -name __pycache__ -type d -prune -exec rm -rf {} +
