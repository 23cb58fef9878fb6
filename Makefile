# Everything happens in .venv, made on first need; nothing else on the machine is touched.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: help setup demo test lint bench clean

help:  ## Show what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort | expand -t 12

setup: $(READY)  ## Make .venv with Markscheme and its development tools

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade --constraint constraints.txt pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable . --group dev
	touch $@

demo: $(READY)  ## Review an example exercise: its marks and findings
	$(BIN)/markscheme review examples/letter/letter.hyp.jonas.txt

lint: $(READY)  ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: $(READY) lint  ## Run every test
	$(BIN)/pytest server/markscheme tests

bench: $(READY)  ## Measure speed and memory, as ratios in one run
	$(BIN)/python -m benchmarks

clean:  ## Remove what was made here
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
