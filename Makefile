# Everything happens in .venv and node_modules, made on first need; nothing else on the machine is touched.
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed
READY := .venv/.ready
NODE_READY := node_modules/.ready
CLIENT := npm run --silent --workspace vscode-client
# Tests start many processes: without bytecode files each would compile the package again.
unexport PYTHONDONTWRITEBYTECODE
HAS_NODE := $(shell node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null \
	&& command -v npm)

.PHONY: help setup demo lint lint-python lint-client test test-all test-fresh test-python test-client test-editors fuzz golden contract docs build package dist bench evaluation clean

help:  ## Show what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort | expand -t 14

setup: $(READY) $(if $(HAS_NODE),$(NODE_READY))  ## Make .venv and node_modules, with Markscheme's and its tests' needs

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade --constraint constraints.txt pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[encoder]'
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

lint: lint-python lint-client  ## Check style and types

lint-python: $(READY)  ## Check style and types of the server, the tests and the benchmarks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy
	$(BIN)/python docs/api.py --check

lint-client: $(READY) $(client-ready)  ## Check style and types of the VS Code extension, and files made from Python's types
	$(call client,lint)

# Two parts run at a time, since the windows of VS Code wait much; each is printed when it has ended.
together = @$(MAKE) --no-print-directory --keep-going --jobs 2 --output-sync=target
test:  ## Check style and types and run the tests; a part that fails does not stop the others
	$(together) setup
	$(together) lint-python lint-client test-python test-client

test-all: export MARKSCHEME_THOROUGH = 1
test-all:  ## The same, in full size: every damaged file, ten times as many random examples, two minutes of fuzz
	@$(MAKE) --no-print-directory test PYTEST_OPTIONS=--thorough
	@$(MAKE) --no-print-directory fuzz MINUTES=2

MINUTES ?= 60
fuzz: $(READY)  ## Damage files for every reader for an hour, or MINUTES=2: before a release
	cd tests && ../$(BIN)/python -m documents.formats.fuzzing --minutes $(MINUTES)

# A clone with an empty home, an empty temporary folder and no caches, and with hang-ups ignored, as under nohup.
test-fresh:  ## Run the tests of what is committed as on a machine where nothing has run: before a release
	@place=$$(mktemp -d) && trap 'rm -rf "$$place"' EXIT && trap '' HUP && mkdir "$$place/home" "$$place/tmp" && \
	git clone --quiet . "$$place/clone" && \
	env -u PIP_CACHE_DIR -u npm_config_cache $(foreach name,CACHE CONFIG DATA STATE,-u XDG_$(name)_HOME) -u XDG_RUNTIME_DIR \
		HOME="$$place/home" TMPDIR="$$place/tmp" $(MAKE) --no-print-directory --directory "$$place/clone" test

test-python: $(READY)  ## Run the tests of the server, the command line and the Python API
	$(BIN)/pytest --numprocesses logical --maxprocesses 4 --dist worksteal $(PYTEST_OPTIONS) server/markscheme tests

test-client: $(READY) $(client-ready)  ## Run the VS Code extension's tests, those in a real VS Code included
	$(call client,test)

test-editors: $(READY) $(client-ready)  ## Run the tests in Neovim, Emacs and VS Code alone
	$(BIN)/pytest tests/editors
	$(call client,test:editors)

golden: $(READY)  ## Record what commands and language server print and write anew, and show the difference
	MARKSCHEME_GOLDEN=write $(BIN)/pytest tests/golden
	@git add --intent-to-add tests/golden/outputs
	@git --no-pager diff --stat -- tests/golden/outputs
	@git --no-pager diff -- tests/golden/outputs

contract: $(READY) $(client-ready)  ## Make what is made from declarations: schema, tables and TypeScript types of the JSON, settings of editors, API page
	$(BIN)/python docs/contract.py
	$(BIN)/python docs/settings.py
	$(BIN)/python docs/api.py
	$(call client,contract)

docs: $(READY)  ## Write the site of docs/ into build/site: open its index.html
	$(BIN)/zensical build --strict

build: $(client-ready)  ## Bundle the VS Code extension
	$(call client,build)

package: $(READY) $(client-ready)  ## Pack the VS Code extension, with the server in it, as a .vsix
	$(call client,package)

# The archive builds the wheel, and the wheel is tried in an environment of its own, whose packages are listed.
CLEAN := build/clean
BOM := build/bom
dist: $(READY) $(client-ready)  ## Build what is released into dist/, and try it: wheel, archive of sources, VS Code extension, bills of materials
	rm -rf dist build
	$(BIN)/python -m hatchling build --target sdist --directory dist
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist dist/*.tar.gz
	$(call client,package)
	cp vscode-client/*.vsix dist/
	$(PYTHON) -m venv --without-pip $(CLEAN)
	$(BIN)/python -m pip --python $(CLEAN)/bin/python install --quiet --constraint constraints.txt dist/*.whl
	$(CLEAN)/bin/markscheme doctor
	$(CLEAN)/bin/markscheme review examples/letter/letter.hyp.jonas.txt
	$(PYTHON) -m venv --without-pip $(BOM)
	$(BIN)/python -m pip --python $(BOM)/bin/python install --quiet --constraint constraints.txt --group release
	$(BOM)/bin/cyclonedx-py environment $(CLEAN) --pyproject pyproject.toml --output-reproducible \
		--output-file "$$(ls dist/*.tar.gz | sed 's/tar.gz$$/cdx.json/')"
	npm sbom --sbom-format cyclonedx --omit dev --workspace vscode-client > dist/extension.cdx.json

bench: $(READY)  ## Print tables of ratios: ours, the official tool, one worker, two, and the editor (15 minutes)
	$(BIN)/python -m benchmarks ratios folder_tree keystroke start

evaluation: $(READY)  ## Write the papers' tables of docs/tables/papers.md; make evaluation DATA=FOLDER measures them anew
	$(BIN)/python -m benchmarks.papers $(if $(DATA),--measure $(DATA))

clean:  ## Remove what was made here
	rm -rf .venv .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist node_modules
	cd vscode-client && rm -rf dist dist-tests wheels screenshots *.vsix
