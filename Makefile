# Everything that is done with this repository. A first `make generate` or `make test` sets up .venv by itself.

ENVIRONMENT := .venv
IN := $(ENVIRONMENT)/bin
SPECLOOM := PYTHONPATH=generator $(IN)/python -m specloom
MKDOCS := PYTHONPATH=generator $(IN)/python -m mkdocs
PACKAGES := generator:generated/python/seller_platform/src:generated/python/wiki_query/src
LOCKED := --require-hashes --no-deps --disable-pip-version-check --quiet
# It takes a third of the time that pip takes. Pip takes its place where it fails, since it does not read pip's settings.
UV_LOCKED := $(IN)/uv pip install --python $(IN)/python --require-hashes --no-deps --quiet --system-certs
COMPILE := $(IN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links

SET_UP_IN_PYTHON := set-up-tools set-up-interpreters
SET_UP := set-up-system set-up-wikis set-up-bytecode $(SET_UP_IN_PYTHON)
SET_UP_BY = sh "tests/setup/$(1).sh" </dev/null || echo "$(1).sh failed; tests that need it will be skipped" >&2
LAID_OUT := generator tests benchmarks
LINTERS := lint-types lint-packages lint-layout lint-style
QUICK := $(addprefix tests/,views facts changes/test_facts.py test_cases.py documents languages model readers rendering \
	guides/test_filters.py guides/test_formats.py runtime/mediawiki/test_rules.py site/test_rule_ways.py)
QUICK_PARTS := quick-tests quick-types lint-layout lint-style

unexport PYTHONDONTWRITEBYTECODE  # tests start thousands of processes, each of which would compile all that it imports
export EXHAUSTIVE := $(findstring --exhaustive,$(TESTS))
export NO_MKDOCS_2_WARNING := 1  # a notice of the theme about something that does not exist yet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: generate check test test-all quick tools mutants modules report docs docs-zip site-report zensical serve lint lint-tests format bench corpus dist lock clean help

generate: $(ENVIRONMENT)/.for-generate  ## write generated/ and docs/reference/ from spec/
	@$(SPECLOOM) generate

check: $(ENVIRONMENT)/.for-generate  ## fail if any committed output is out of date
	@$(SPECLOOM) check

test:  ## run all tests; as root on Debian, install what they need (not with SYSTEM_PACKAGES=0)
	@$(MAKE) --no-print-directory --jobs 5 $(SET_UP)
	@$(IN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(TESTS)

# Packages of the system are installed one after the other, beside everything else.
set-up-system:
	@for name in chromium mediawiki programs; do $(call SET_UP_BY,$$name); done

set-up-wikis:
	@$(call SET_UP_BY,wikis)

# Compiled once, beside what waits for downloads; otherwise every process of the tests compiles everything.
set-up-bytecode: $(ENVIRONMENT)/.for-test
	@$(IN)/python -m pytest --collect-only --quiet >/dev/null 2>&1 || true

$(SET_UP_IN_PYTHON): set-up-%: $(ENVIRONMENT)/.for-test
	@$(call SET_UP_BY,$*)

test-all:  ## before a release: run every combination of which the tests take a sample otherwise
	@$(MAKE) --no-print-directory test TESTS="--exhaustive $(TESTS)"
	@$(MAKE) --no-print-directory lint-tests

quick: $(ENVIRONMENT)/.for-test  ## quick check while you work: style and types of the generator, tests without a server
	@$(MAKE) --no-print-directory --keep-going --jobs 3 $(QUICK_PARTS)

tools: $(ENVIRONMENT)/.for-test  ## measure OpenAPI tools with every form of the documents; write the results into the guide
	@sh tests/setup/mediawiki.sh </dev/null
	@sh tests/setup/wikis.sh </dev/null
	@EXHAUSTIVE=yes sh tests/setup/programs.sh </dev/null
	@EXHAUSTIVE=yes sh tests/setup/tools.sh </dev/null
	@PYTHONPATH=$(PACKAGES) $(IN)/python -m tests.openapi.tools.measure $(DOCUMENTS)
	@$(IN)/python -m pytest --quiet --exhaustive tests/openapi/tools/test_faults.py

mutants: $(ENVIRONMENT)/.for-mutants  ## change single places of the most important code; fail if no test notices
	@$(IN)/python -m tests.mutants $(MODULES)

modules: $(ENVIRONMENT)/.for-generate  ## print all files with what each of them owns; FOLDER=readers prints those of a folder
	@$(IN)/python -m tests.modules $(FOLDER)

report: $(ENVIRONMENT)/.for-test  ## show how much of each output comes from its templates
	@PYTHONPATH=generator $(IN)/python -m tests.rendering.report

docs: $(ENVIRONMENT)/.for-docs generate  ## build the documentation into site/; SITE_URL=https://… is its future address
	@$(MKDOCS) build --strict --quiet

docs-zip: $(ENVIRONMENT)/.for-docs generate  ## build the documentation for reading without a server: dist/docs.zip
	@rm -rf build/docs dist/docs.zip
	@OFFLINE=true $(MKDOCS) build --strict --quiet --site-dir build/docs
	@mkdir -p dist
	@$(IN)/python -m zipfile --create dist/docs.zip build/docs/

site-report: $(ENVIRONMENT)/.for-test generate  ## report weight and build time of the site, and what Lighthouse says; fails nothing
	@$(IN)/python -m benchmarks.site

zensical: $(ENVIRONMENT)/.for-test generate  ## report whether zensical, the successor of the theme, builds the same source; fails nothing
	@$(IN)/uv tool run --quiet zensical@0.0.73 build --clean && echo "zensical builds the site" || echo "zensical does not build the site"

serve: $(ENVIRONMENT)/.for-docs generate  ## show the documentation on this machine, and update it while you write
	@$(MKDOCS) serve

lint: $(ENVIRONMENT)/.for-test  ## check style and types
	@$(MAKE) --no-print-directory --keep-going --jobs 2 $(LINTERS)

.PHONY: $(LINTERS) $(QUICK_PARTS) $(SET_UP)
$(LINTERS) $(QUICK_PARTS): $(ENVIRONMENT)/.for-test

quick-tests:
	@$(IN)/python -m pytest --quiet --numprocesses auto --dist worksteal $(QUICK)

quick-types:
	@$(IN)/mypy generator/specloom

lint-packages:
	@$(IN)/pyright --pythonpath $(IN)/python

# 80 s of the processor for little that mypy does not find there.
lint-tests: $(ENVIRONMENT)/.for-test  ## before a release: check the types of the tests with pyright, too
	@$(IN)/pyright --pythonpath $(IN)/python --project tests

lint-types:
	@$(IN)/mypy

lint-style:
	@$(IN)/ruff check --quiet .

# With --diff, black passes over its cache, and looks at each file anew.
lint-layout:
	@$(IN)/black --check $(LAID_OUT) || { $(IN)/black --diff --quiet $(LAID_OUT); false; }

format: $(ENVIRONMENT)/.for-test  ## format hand-written Python
	@$(IN)/ruff check --fix --quiet .
	@$(IN)/black --quiet $(LAID_OUT)

corpus: $(ENVIRONMENT)/.for-test  ## generate from each OpenAPI document of a folder, FOLDER=…, and print what comes of it
	@$(IN)/python -m benchmarks.documents "$(FOLDER)"

bench: $(ENVIRONMENT)/.for-test  ## measure the speed of the command line, its checks and the clients
	@status=0; for name in commands checks catalogue any_wiki seller wiki_client; do \
		PYTHONPATH=$(PACKAGES) $(IN)/python -m benchmarks.$$name || status=1; \
	done; exit $$status

dist: $(ENVIRONMENT)/.for-test generate  ## build sdists and wheels of the generator and of both clients into dist/
	@rm -rf dist
	@set -e; SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 1577836800)}; \
	export SOURCE_DATE_EPOCH; for project in . generated/python/*/; do \
		(cd "$$project" && "$(CURDIR)/$(IN)/python" -m hatchling build --directory "$(CURDIR)/dist"); \
	done

lock: $(ENVIRONMENT)/.for-test  ## choose new versions of all dependencies
	@$(COMPILE) pyproject.toml --upgrade --output-file requirements/generate.txt
	@$(COMPILE) pyproject.toml --upgrade --extra docs --group docs --constraint requirements/generate.txt --output-file requirements/docs.txt
	@$(COMPILE) pyproject.toml --upgrade --extra docs --group test --constraint requirements/docs.txt --output-file requirements/test.txt
	@$(COMPILE) pyproject.toml --upgrade --extra docs --group mutants --constraint requirements/test.txt --output-file requirements/mutants.txt
	@$(COMPILE) --upgrade --group tools --output-file requirements/tools.txt
	@$(IN)/python -m tests.node lock tests/setup/npm

clean:  ## remove everything that make can build again, including .venv
	@rm -rf $(ENVIRONMENT) .interpreters .mediawiki .specloom .tools build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find generator tests generated -name __pycache__ -prune -exec rm -rf {} +

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- The environment ---------------------------------------------------------------------------------
# One for all jobs; a stamp tells for which of them it has what is needed, and is made again when a lock
# changes. Each lock has everything of the one before, in the same versions.

$(IN)/python:
	@set -- $(PYTHON); \
	for name in python3.11 python3.12 python3.13 python3.14 python3; do \
		IFS=:; for folder in $$PATH; do set -- "$$@" "$$folder/$$name"; done; unset IFS; \
	done; \
	for candidate; do \
		if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
			echo "Setting up $(ENVIRONMENT) with $$candidate"; \
			exec "$$candidate" -m venv --clear $(ENVIRONMENT); \
		fi; \
	done; \
	echo "Python 3.11 or later is needed; name one: make PYTHON=/path/to/python" >&2; exit 1

$(ENVIRONMENT)/.for-generate: requirements/generate.txt | $(IN)/python
	@$(IN)/python -m pip install $(LOCKED) --requirement $<
	@touch $@

$(ENVIRONMENT)/.for-docs: requirements/docs.txt | $(ENVIRONMENT)/.for-generate
	@echo "Installing what the documentation needs"
	@$(IN)/python -m pip install $(LOCKED) --requirement $<
	@touch $@

$(ENVIRONMENT)/.for-test: requirements/test.txt | $(ENVIRONMENT)/.for-generate
	@echo "Installing what the tests need"
	@sed -n '/^uv==/,/[^\]$$/p' $< >$@.uv
	@{ $(IN)/python -m pip install $(LOCKED) --requirement $@.uv && $(UV_LOCKED) --requirement $<; } 2>/dev/null || \
		$(IN)/python -m pip install $(LOCKED) --requirement $<
	@touch $@ $(ENVIRONMENT)/.for-docs

$(ENVIRONMENT)/.for-mutants: requirements/mutants.txt | $(ENVIRONMENT)/.for-test
	@echo "Installing what makes mutants"
	@$(IN)/python -m pip install $(LOCKED) --requirement $<
	@touch $@
