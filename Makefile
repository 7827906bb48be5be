# Everything the book needs, from an empty machine with Python 3.11 or later and make. `make help` lists the targets.
SHELL := /bin/sh
PYTHON ?= python3
PORT ?= 8000
LIVE ?= yes
export LIVE
# the newest Python for which all that requirements.txt pins is there without a compiler
NEWEST := 3.14
BIN := .venv/bin
READY := .venv/.ready
BOOK := _build/html/.built
SOURCES := $(shell find book lib notebooks _config.yml _toc.yml -type f -not -path '*/__pycache__/*' \
	-not -path '*/vendor/*' -not -path '*/.ipynb_checkpoints/*' 2>/dev/null)
# what every page is made with or shows, as the list of chapters beside it
ALL_PAGES := book/assets/% book/ext/% book/root/% book/pins.toml _config.yml _toc.yml

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## */  make \1\t/' | expand -t 18

read: $(BOOK)  ## build the book if needed and serve it at a local address
	@$(BIN)/python book/serve.py _build/html $(PORT)

book: $(BOOK)  ## build the book into _build/html (LIVE=no: without pages that run Python)

lab: $(READY)  ## open JupyterLab on the notebooks
	$(BIN)/python book/lab

test: lint $(BOOK) browser  ## run all tests
	$(BIN)/python -m pytest -n 2 --dist loadscope --nbval

pythons: $(READY)  ## run the tests of the library on every other Python that this machine has (ONCE=yes: one case of each)
	$(BIN)/python tests/pythons.py $(NEWEST) $(if $(ONCE),--once)

lint: $(READY)  ## check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

notebooks: $(READY)  ## run all notebooks and store them in their normal form
	$(BIN)/python book/run_notebooks.py
	$(BIN)/python book/records.py

claims: $(READY)  ## list the sentences about data, figures and sliders that the notebooks test
	@$(BIN)/python book/records.py claims

tour: $(BOOK) browser  ## make the README's moving picture from the built book
	$(BIN)/python book/tour.py

bench: $(BOOK)  ## measure against scikit-learn, time the explorables, weigh the pages
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1 $(BIN)/python tests/bench

worksheet: $(READY)  ## sheets for a class: CHAPTER=11-naive-bayes STUDENTS=students.csv TO=sheets LEVEL=2
	$(BIN)/python -m byhand.worksheet make $(CHAPTER) --students $(STUDENTS) --to $(or $(TO),sheets) \
		$(if $(LEVEL),--level $(LEVEL)) $(if $(SEED),--seed $(SEED))

grade: $(READY)  ## mark what came back: TO=sheets RETURNED=folder
	$(BIN)/python -m byhand.worksheet grade $(or $(TO),sheets) $(RETURNED) --to $(or $(TO),sheets)

lock: $(READY)  ## resolve requirements.txt anew from pyproject.toml
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --all-extras \
		--no-emit-index-url --no-header pyproject.toml -o requirements.txt

clean:  ## remove what was built (the environment and downloads stay)
	rm -rf _build .pytest_cache .ruff_cache .hypothesis

$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; \
		v < (3, 11) and sys.exit("Python 3.11 or later is needed: make PYTHON=python$(NEWEST)"); \
		v > tuple(map(int, "$(NEWEST)".split("."))) and sys.exit("Python %d.%d is too new for the packages" % v + \
		" that requirements.txt pins; the newest that works is $(NEWEST): make PYTHON=python$(NEWEST)")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(BOOK): $(READY) $(SOURCES) $(if $(filter $(LIVE),$(shell cat $(BOOK) 2>/dev/null)),,FORCE)
	$(BIN)/python book/fetch_assets.py $(if $(filter no,$(LIVE)),--no-live)
	$(BIN)/python book/execute.py
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/jupyter-book build . -W -n --keep-going $(if $(filter $(ALL_PAGES),$?),--all)
	$(BIN)/python book/keep.py _build/html
	@echo $(LIVE) > $@

browser:
	@sh tests/browser/install.sh

FORCE:
.PHONY: FORCE help read book lab test pythons lint notebooks claims tour bench worksheet grade lock clean browser
