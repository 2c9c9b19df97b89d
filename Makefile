# The commands of the project; `make` alone lists them. README.md has the same steps for Windows.

# A Python that is named, as in `make test PYTHON=python3.13`, has an environment of its own.
VENV := .venv$(if $(PYTHON),-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null))
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
# One worker more than processors, for tests that wait; four at most, or memory runs short.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --maxprocesses=4
# The tests of translations and links.
CHECKED := tests/tournament/language tests/docs/test_documents.py
POT := assets/locale/quatre-vents.pot

.DEFAULT_GOAL := help
.PHONY: help install system engines fuzzing axe run test thorough explore check bench package wheel appimage package-test package-windows proof proof-age audit mutants workflows release-jobs sbom docs pictures generated lock translations clean

help: ## lists the commands
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' $(MAKEFILE_LIST) | expand -t 22

install: $(VENV)/.installed ## makes .venv with the program and its tools; quick when nothing changed

$(VENV)/.installed: .ci/development.lock pyproject.toml | $(BIN)/python
	$(PIP) install --quiet --require-hashes --only-binary :all: -r .ci/development.lock
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(BIN)/python:
	@bash .ci/make_venv $(VENV) $(PYTHON)

system: install ## checks the system libraries Qt needs; as root on Debian it installs them
	@$(BIN)/python .ci/system_libraries.py

engines: install ## installs the engines that the rules are compared with; needs a C++ compiler
	@bash .ci/install_engines $(VENV)

fuzzing: out/fuzzing/.lock ## installs Schemathesis apart, which asks the served addresses for what they may not answer

out/fuzzing/.lock: tests/proof/fuzzing.lock | install
	@$(BIN)/uv venv --quiet --clear out/fuzzing && $(BIN)/uv pip install --no-config --quiet --python out/fuzzing --require-hashes -r $<
	@cp $< $@

axe: ## installs axe-core and the parsers with which the web pages are checked; needs npm
	@bash .ci/install_axe

run: install system ## opens the program on the sample event; without a display, plays it and writes out/
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
		exec $(BIN)/quatre-vents desktop --sample; \
	fi; \
	echo "No display here: playing the sample event through; its file, exports and window pictures go to out/."; \
	QT_QPA_PLATFORM=offscreen $(BIN)/quatre-vents demo --out out

test: install system engines ## runs the tests, the same way every time; those of make check and make thorough are left to them
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not thorough" $(addprefix --ignore=,$(CHECKED))

thorough: install system engines axe ## runs the tests that take long: programs, browsers and servers started, every paper and page, whole evenings
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m thorough

explore: SEED := $(shell date +%s)
explore: install system engines ## runs the tests with new random values; SEED=7 ONLY=tests/tournament
	@echo "make explore SEED=$(SEED) $(if $(ONLY),ONLY=$(ONLY))"
	@PYTHONHASHSEED=$(SEED) $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --timeout 3600 -m hypothesis \
		--hypothesis-profile explore --hypothesis-seed $(SEED) $(ONLY) || \
		{ echo "To repeat it: make explore SEED=$(SEED) $(if $(ONLY),ONLY=$(ONLY))"; exit 1; }

check: install system ## runs the linters, the type checker, the architecture's contracts, the tests of translations and links
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --num-workers=2
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q $(CHECKED)

bench: install system ## measures speed; ONLY=event measures one part
	$(BIN)/python -m tests.benchmarks $(ONLY)

package: install ## builds into dist/ what is published: wheel, source, and a folder that runs without Python
	@$(BIN)/python .ci/package

wheel: install ## builds into dist/ the wheel and the source, as they are published
	@$(BIN)/python .ci/package wheel

appimage: install ## makes an AppImage of what make package made; on Debian 12
	@$(BIN)/python .ci/package appimage

package-test: install system ## tries the Debian package in a fresh Debian without Python: installs, uses, upgrades and removes it; as root on Debian
	@$(BIN)/python .ci/package/debian_trial.py

package-windows: install ## packs the program for Windows under Wine, on Debian, makes its installer and tries it; FOLDER=out/package-windows
	@$(BIN)/python .ci/package/windows/try_installer.py $(or $(FOLDER),out/package-windows) $(PACKED)

proof: install system engines fuzzing ## tries what must never fail for three hours on two cores, writes docs/reliability.md; resumes; ONLY=events SCALE=0.1, SHORT=yes takes ten minutes
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.proof $(ONLY) $(if $(SCALE),--scale $(SCALE)) $(if $(SHORT),--short)

proof-age: install ## prints which code has changed since each result of the proof
	@$(BIN)/python -m tests.proof --age $(ONLY)

mutants: install ## plants faults into the program, writes docs/mutants.md; ONLY=tournament/ledger, SAMPLE=0.1 SEED=2, AGAIN=1
	$(PIP) install --quiet --require-hashes --no-deps --no-build-isolation --only-binary :all: --no-binary yattag \
		-r tests/mutants/requirements.lock
	nice -n 19 $(BIN)/python -m tests.mutants $(ONLY) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) $(if $(AGAIN),--again)

audit: install ## asks whether faults of the locked packages are known; needs a network, and says so without one
	@test -x out/audit/bin/pip-audit || { $(BIN)/uv venv --quiet --clear out/audit && \
		$(BIN)/uv pip install --no-config --quiet --python out/audit --require-hashes -r .ci/audit.lock; }
	@$(BIN)/python .ci/audit.py out/audit/bin/pip-audit

workflows: out/workflows/.lock ## checks what GitHub runs, for faults and for what somebody could abuse
	out/workflows/bin/actionlint
	out/workflows/bin/zizmor --offline --pedantic --quiet .github

out/workflows/.lock: .ci/workflows.lock | install
	@$(BIN)/uv venv --quiet --clear out/workflows && $(BIN)/uv pip install --no-config --quiet --python out/workflows --require-hashes -r $<
	@cp $< $@

release-jobs: out/workflows/.lock ## carries out the release's jobs for Linux here, each in a fresh Debian; as root on Debian; ONLY=linux
	@out/workflows/bin/python .ci/release_jobs.py $(ONLY)

sbom: install ## lists what users get, with versions, licences and parts, in out/sbom.cdx.json (CycloneDX)
	@cmp -s .ci/sbom.lock out/sbom/.lock || { $(BIN)/uv venv --quiet --clear out/sbom && \
		$(BIN)/uv pip install --no-config --quiet --python out/sbom --require-hashes -r .ci/sbom.lock && \
		cp .ci/sbom.lock out/sbom/.lock; }
	@$(BIN)/python .ci/sbom.py

windows: install ## tries the program and its tests on Python for Windows under Wine, on Debian, writes docs/reliability.md; FOLDER=out/windows, ONLY=tests/ui/cli
	@$(BIN)/python .ci/windows $(or $(FOLDER),out/windows) $(ONLY)

# The generator is installed apart; it reads the program from the environment of the project.
docs: install ## makes the site of the documents in site/, which works without a network, and follows its links
	@cmp -s .ci/docs/requirements.lock out/docs/.lock || { $(BIN)/uv venv --quiet --clear --python $(BIN)/python out/docs && \
		$(BIN)/uv pip install --no-config --quiet --python out/docs --require-hashes -r .ci/docs/requirements.lock && \
		cp .ci/docs/requirements.lock out/docs/.lock; }
	@PYTHONPATH="$(CURDIR):$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
		out/docs/bin/python .ci/docs site

pictures: install system ## takes all pictures of the documents again, into docs/pictures, and removes those that nothing shows
	@$(BIN)/python -m tests.generated --pictures

generated: install system translations ## makes everything that is generated: translations, notices, samples, schema, papers, all pictures; QUICK=yes without pictures
	@$(BIN)/python .ci/notices.py
	@$(BIN)/python -m tests.generated $(if $(QUICK),--quick)

lock: install ## refreshes the locks; UPGRADE=--upgrade takes newer versions
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile pyproject.toml --group build --group dev --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --quiet $(UPGRADE) -o .ci/development.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile pyproject.toml --group build -c .ci/development.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --quiet $(UPGRADE) -o requirements.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --group engines --no-deps --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --quiet $(UPGRADE) -o tests/proof/requirements.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --group mutants -c .ci/development.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --quiet $(UPGRADE) -o tests/mutants/requirements.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --group fuzzing -c .ci/development.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --quiet $(UPGRADE) -o tests/proof/fuzzing.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --group audit -c .ci/development.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --quiet $(UPGRADE) -o .ci/audit.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --group sbom -c .ci/development.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --quiet $(UPGRADE) -o .ci/sbom.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --group workflows -c .ci/development.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --quiet $(UPGRADE) -o .ci/workflows.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --group docs -c .ci/development.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --quiet $(UPGRADE) -o .ci/docs/requirements.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --group package -c .ci/development.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --quiet $(UPGRADE) -o .ci/package/requirements.lock
	$(BIN)/python .ci/notices.py

translations: install $(POT) ## collects the marked texts, updates the translations and compiles them
	$(BIN)/pybabel -q update -D quatre-vents -i $(POT) -d assets/locale \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap
	$(BIN)/pybabel -q compile -d assets/locale -D "$(sort $(basename $(notdir $(wildcard assets/locale/*/LC_MESSAGES/*.po))))"

# A folder is newer once a file in it is removed.
$(POT): pyproject.toml $(shell find tournament reports ui -name __pycache__ -prune -o '(' -name '*.py' -o -type d ')' -print)
	$(BIN)/pybabel -q extract -F pyproject.toml --no-default-keywords -k mark -k mark_count:1,2 -k mark_in:1c,2 \
		--omit-header --no-location --no-wrap --sort-output -o $(POT) \
		$$(grep -rlE --include='*.py' 'mark(_count|_in)?\(' tournament reports ui)

clean: ## removes what make made, except .venv
	rm -rf out dist build site .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -not -path './.venv*' -prune -exec rm -rf {} +
