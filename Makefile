# `make test` and `make demo` set everything up from nothing; a second call reuses the environment.
# The first of these that is Python 3.11 or later; `make PYTHON=…` takes another.
PYTHON ?= $(shell for each in python3 python python3.13 python3.12 python3.11 python3.14; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; \
	done)
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
USABLE := $(VENV)/.usable

.PHONY: test demo docs lint types unit browser package lowest clean

# Types and package are checked beside the tests, which leave a core idle now and then.
test: lint
	$(MAKE) -j 2 types unit package

demo: $(USABLE)
	$(BIN)/crosslex demo

# A broken link or anchor, or a page that the navigation lacks, is an error.
docs: $(STAMP)
	$(BIN)/mkdocs build --strict

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(STAMP)
	$(BIN)/mypy

unit: $(STAMP) browser
	$(BIN)/pytest -q -n 2 --dist loadfile

# The explorer page is tested in a real browser; without one its tests skip, or fail if CI=true.
browser:
	@command -v chromium || command -v google-chrome || { \
	  root=; test "$$(id -u)" = 0 || root="sudo -n"; \
	  command -v apt-get && $$root true && $$root apt-get update -qq && \
	  $$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; \
	} || echo "*** NO BROWSER, and none could be installed: the explorer page goes untested ***" >&2

# The wheel, as users get it: complete, installed in an empty environment, used there.
package: $(STAMP)
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/twine check --strict dist/*
	$(BIN)/uv venv --quiet --seed --clear --python $(BIN)/python build/empty
	$(BIN)/uv pip install --quiet --python build/empty dist/*.whl
	build/empty/bin/python -E tests/installed_package.py

# All tests with the oldest versions that pyproject.toml allows.
lowest: $(STAMP) browser
	$(BIN)/uv venv --quiet --seed --clear --python $(BIN)/python build/lowest
	$(BIN)/uv pip install --quiet --python build/lowest --resolution lowest-direct --editable '.[test]'
	build/lowest/bin/python -m pytest -q -n 2 --dist loadfile tests --ignore tests/test_docs_site.py

$(STAMP): pyproject.toml bench/pyproject.toml
	@test -n "$(PYTHON)" || { echo "crosslex needs Python 3.11 or later; none found" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]' --editable ./bench
	touch $@ $(USABLE)

# The package alone, without what tests and documentation need.
$(USABLE): pyproject.toml
	@test -n "$(PYTHON)" || { echo "crosslex needs Python 3.11 or later; none found" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

clean:
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
