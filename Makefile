# Each target is one line of tools/dev.py, which works without make too: python3 tools/dev.py TARGET
PYTHON ?= python3

.PHONY: run test test-all bench lint js lessons docs clean

run:  ## serve the gallery (options: make run ARGS="--port 9000 --no-browser")
	@$(PYTHON) tools/dev.py run $(ARGS)

test:  ## run the tests of every day, the browser's included
	@$(PYTHON) tools/dev.py test $(ARGS)

test-all:  ## run every test
	@$(PYTHON) tools/dev.py test-all $(ARGS)

bench:  ## print the benchmark table
	@$(PYTHON) tools/dev.py bench $(ARGS)

lint:  ## ruff, mypy, import contracts; Biome and tsc for the JavaScript
	@$(PYTHON) tools/dev.py lint

js:  ## rebuild the widgets' JavaScript
	@$(PYTHON) tools/dev.py build-js

lessons:  ## make all that is made from the lessons (one: make lessons ARGS=NAME)
	@$(PYTHON) tools/dev.py lessons $(ARGS)

docs:  ## build the documentation site
	@$(PYTHON) tools/dev.py docs

clean:  ## remove what the above made
	@$(PYTHON) tools/dev.py clean
