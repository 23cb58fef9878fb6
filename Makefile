# Everything happens in .venv and node_modules, made on first need; nothing else on the machine is touched.
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed
READY := .venv/.ready
NODE_READY := node_modules/.ready
CLIENT := npm run --silent --workspace vscode-client
HAS_NODE := $(shell node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null \
	&& command -v npm)

.PHONY: help setup demo lint test test-all test-python test-client test-editors contract build package bench evaluation clean

help:  ## Show what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort | expand -t 14

setup: $(READY) $(if $(HAS_NODE),$(NODE_READY))  ## Make .venv and node_modules, with Markscheme's and its tests' needs

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade --constraint constraints.txt pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(READY): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group dev
	touch $@

$(NODE_READY): package.json package-lock.json
	npm ci --ignore-scripts
	touch $@

demo: $(INSTALLED)  ## Review an example exercise: its marks and findings
	$(BIN)/markscheme review examples/letter/letter.hyp.jonas.txt

ifneq ($(HAS_NODE),)
client = $(CLIENT) $(1)
client-ready := $(NODE_READY)
else
client = @echo "skipped, since there is no Node 20 with npm here: $(1) of the VS Code extension"
client-ready :=
endif

lint: $(READY) $(client-ready)  ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(call client,lint)

test:  ## Check style and types and run the tests; a part that fails does not stop the next one
	@$(MAKE) --no-print-directory --keep-going lint test-python test-client

test-all:  ## The same, with every fuzzed file and random edit
	@$(MAKE) --no-print-directory --keep-going lint test-python test-client PYTEST_OPTIONS=--thorough

test-python: $(READY)  ## Run the tests of the server, the command line and the Python API
	$(BIN)/pytest --numprocesses logical --maxprocesses 4 --dist loadfile $(PYTEST_OPTIONS) server/markscheme tests

test-client: $(READY) $(client-ready)  ## Run the VS Code extension's tests, those in a real VS Code included
	$(call client,test)
	$(call client,test:webviews)
	$(call client,test:editors)

test-editors: $(READY) $(client-ready)  ## Run the tests in Neovim, Emacs and VS Code alone
	$(BIN)/pytest tests/editors
	$(call client,test:editors)

contract: $(READY) $(client-ready)  ## Make the schema, tables and TypeScript types of the JSON that clients read
	$(BIN)/python docs/contract.py
	$(call client,contract)

build: $(client-ready)  ## Bundle the VS Code extension
	$(call client,build)

package: $(READY) $(client-ready)  ## Pack the VS Code extension, with the server in it, as a .vsix
	$(call client,package)

bench: $(READY)  ## Measure speed and memory, as ratios in one run
	$(BIN)/python -m benchmarks

evaluation: $(READY)  ## Write the papers' tables of docs/evaluation.md; make evaluation DATA=FOLDER measures them anew
	$(BIN)/python -m benchmarks.papers $(if $(DATA),--measure $(DATA))

clean:  ## Remove what was made here
	rm -rf .venv .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist node_modules
	cd vscode-client && rm -rf dist dist-tests wheels screenshots *.vsix
