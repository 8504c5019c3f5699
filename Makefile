# ibidem: `make run` shows it, `make test` proves it. Any Python from 3.11 on will do: make PYTHON=python3.13 run

PYTHON ?= python3
BIN := .venv/bin
# What pytest makes of a test file is kept for the next run, also where Python is asked to write no bytecode.
export PYTHONDONTWRITEBYTECODE :=
# Stores sync what they write, and tests make thousands of them: in memory where there is room, so that no test waits for a disk.
export PYTEST_DEBUG_TEMPROOT := $(shell [ -w /dev/shm ] && [ $$(df --output=avail -m /dev/shm | tail -1) -gt 2048 ] && echo /dev/shm)
# Two processes, each with one half of the tests in their order, so that what the tests of a file share is made once. Who is done
# first takes over from the other. (`loadfile` waits for ever once a process has died.)
PYTEST := $(BIN)/pytest -n 2 --dist worksteal -q
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run install test test-slow package conformance check compiled bench format reference pictures constraints clean

# An index of the example corpus, a short conversation in each language, then the service until Ctrl-C.
run: export IBIDEM_DATA ?= var/equipment
run: export IBIDEM_PROFILE = equipment
run: export IBIDEM_LOG_LEVEL ?= warning
run: install
	@$(BIN)/ibidem index examples/equipment --create
	@$(BIN)/ibidem chat $(foreach language,ko en ja,--script examples/conversations/equipment.$(language).txt)
	@$(BIN)/ibidem serve

# What is needed to use ibidem.
install: .venv/installed

# The gates, then every test but the slow ones.
test: check compiled
	$(PYTEST) -m "not slow"

# The rest: kills, crowds, whole cross products, and generated cases by the hundred.
test-slow: .venv/developed compiled
	$(PYTEST) -m "slow or hypothesis" --hypothesis-profile thorough

# What would be published: built, installed in an environment of its own, and asked in three languages.
package: .venv/developed
	$(BIN)/python scripts/package.py

# Which backend keeps which contract, on the servers that scripts/services.py has started.
conformance: .venv/developed compiled
	$(BIN)/python scripts/conformance.py

# Style, types, floors.
check: .venv/developed
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/pyright
	$(BIN)/lint-imports

# The tests start many processes, and none of them shall compile ibidem anew.
compiled: .venv/developed
	@$(BIN)/python -m compileall -q src

# With `PEERS=FOLDER`, an environment that `bench/peers.py --install` has made, also turns beside LlamaIndex.
# Engine, whole turns without and with a model, references, indexing, answers in three worlds, conversations with a played
# model, and with `DATA=FOLDER` retrieval on the data sets in it, and answers to what people asked in its `asked`. Three quarters of
# an hour.
bench: .venv/developed
	$(BIN)/python bench/engine.py --chunks 100000
	$(BIN)/python bench/engine.py --chunks 1000000
	$(BIN)/python bench/turn.py --chunks 100000
	$(BIN)/python bench/turn.py --chunks 1000000
	$(BIN)/python bench/verified.py --chunks 100000 --turns 10000
	$(BIN)/python bench/references.py --rounds 3
	$(BIN)/python bench/indexing.py
	$(BIN)/python bench/vectors.py speed
	$(BIN)/python bench/worlds.py
	$(BIN)/python bench/played.py
	$(BIN)/python bench/memory.py
	$(BIN)/python bench/crowd.py --seconds 120 --sessions 1000
	$(BIN)/python bench/beside.py
	$(if $(PEERS),$(BIN)/python bench/peers.py --environment $(PEERS) $(if $(DATA),--data $(DATA)/KorQuAD_v1.0_dev.json))
	$(if $(DATA),$(BIN)/python bench/quality.py $(DATA))
	$(if $(wildcard $(DATA)/asked),$(BIN)/python bench/asked.py $(DATA)/asked)

format: .venv/developed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# What is written from the code, and compared with it by a test; last, the output that README and quickstart show.
reference: .venv/developed
	$(BIN)/ibidem diagram > docs/turn.mmd
	$(BIN)/python scripts/rooms.py > docs/rooms.mmd
	$(BIN)/python scripts/cli_reference.py > docs/reference/cli.md
	$(BIN)/python scripts/page_outputs.py

# Each view of the page, wide and narrow, light and dark, by Chromium (Debian: chromium fonts-noto-cjk), into a folder to be looked at;
# then the one picture of the docs.
pictures: INTO ?= var/pictures
pictures: .venv/developed
	$(BIN)/python scripts/pictures.py $(INTO)
	$(BIN)/python scripts/pictures.py

# The newest versions that pyproject.toml allows, in a fresh environment, as plain pins.
constraints:
	rm -rf var/constraints
	$(PYTHON) -m venv var/constraints
	var/constraints/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	var/constraints/bin/python -m pip freeze --exclude-editable > constraints.txt
	rm -rf var/constraints

clean:
	rm -rf .venv var

.venv/bin/pip:
	@scripts/environment.sh $(PYTHON)

.venv/installed: pyproject.toml constraints.txt | .venv/bin/pip
	@echo "installing ibidem into .venv (the first time takes a minute or two)"
	@$(PIP) --editable .
	@touch $@

.venv/developed: .venv/installed
	@echo "installing what the tests need"
	@$(PIP) --editable '.[dev]'
	@touch $@
