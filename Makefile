# `make test` and `make demo` set everything up from nothing; a second call reuses the environment.
PYTHON ?= python3.11
VENV   ?= .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: test demo lint types unit browser clean

test: lint types unit

demo: $(STAMP)
	$(BIN)/crosslex demo

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

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
