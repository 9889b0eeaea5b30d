# bench: build, run, test, check.

# No C library: the programs run on any Linux, and start in less address space.
export CGO_ENABLED = 0

# Without paths of this machine: the same program everywhere, and what tests compile is compiled once, in any folder.
export GOFLAGS += -trimpath

# Maven compiles for seconds only: the first compiler of the virtual machine is enough.
export MAVEN_OPTS ?= -XX:TieredStopAtLevel=1 -XX:+UseSerialGC

GO       ?= go
REVISION := $(shell git rev-parse --short HEAD 2>/dev/null)
LDFLAGS  := -s -w

.PHONY: build stage dist run test test-arm64 check leaks bench bench-release papers generate site picture plugin-index clean packs pack-sklearn pack-weka pack-caret

# Says in a sentence what a build lacks: a system, or Go as new as go.mod asks. Newer versions of Go may fetch that by themselves.
LEAST = $(shell sed -n 's/^go //p' go.mod)
lacks = $(shell \
	system=$$(uname -s); \
	case "$$system" in (Linux|Darwin) ;; (*) \
		echo "bench builds on Linux and macOS, and this is $$system; on Windows use WSL"; exit;; esac; \
	found=$$($(GO) env GOVERSION 2>&1) || { \
		echo "no Go that works was found ($$found): install Go $(LEAST) or newer from https://go.dev/dl"; exit; }; \
	found=$$(echo "$$found" | tail -n 1); \
	printf '%s\n' "go$(LEAST)" "$$found" | sort -CV || \
		echo "bench needs Go $(LEAST) or newer, and this is $$found: install a newer one from https://go.dev/dl")
check-tools = $(eval lacking := $(lacks))$(if $(lacking),$(error $(lacking)))

# What determines the numbers of each plugin that bench holds is linked in: cmd/identify says it of SYSTEM and ARCHITECTURE, and
# runs here. The program, for SYSTEM and ARCHITECTURE, goes to the path PROGRAM; the same sources and Go give the same bytes.
SYSTEM       = $(or $(GOOS),$(shell $(GO) env GOOS))
ARCHITECTURE = $(or $(GOARCH),$(shell $(GO) env GOARCH))
HELD         := ./cmd/bench-adapter ./plugins/...
define compile
	identities=$$(GOOS= GOARCH= $(GO) run ./cmd/identify $(SYSTEM) $(ARCHITECTURE) $(HELD)) && \
	GOOS=$(SYSTEM) GOARCH=$(ARCHITECTURE) $(GO) build -buildvcs=false \
		-ldflags "$(LDFLAGS) -X main.revision=$(REVISION) -X main.identities=$$identities" -o $(PROGRAM) ./cmd/bench
endef

# One program; a plugin is a link to it, called like the plugin.
build: PROGRAM := bin/bench
build:
	$(check-tools)@test -x bin/bench || echo "building bench and its plugins; the first time Go modules are fetched, which takes minutes"
	$(compile)
	@mkdir -p bin/plugins && ln -sf bench bin/bench-adapter && \
		for plugin in $$($(GO) list -f '{{if eq .Name "main"}}{{.ImportPath}}{{end}}' ./plugins/...); do \
			ln -sf ../bench bin/plugins/$${plugin##*/}; \
		done

# Everything that an installed bench needs, below the folder OUT: bin/bench, for GOOS and GOARCH. Packs are found beside it, in
# ../share/bench/plugins.
stage: PROGRAM = $(OUT)/bin/bench
stage:
	$(check-tools)$(if $(OUT),,$(error make stage needs OUT=folder))mkdir -p $(OUT)/bin
	$(compile)

run: build
	bin/bench run experiments/quickstart.hcl

# Counts what is skipped, and names what took longest; the time limit is for a machine twenty times slower. What takes longest
# begins first, the tests on clusters before all, since these wait more than they work, and make check vets the tests.
TESTS := -vet=off -timeout 2h -p 5 ./test/slurm ./test/e2e ./test/docs ./test/packs ./release ./test/browser ./test/stress ./test/sdk \
	./framework/running/run ./framework/host ./...
test: build
	$(GO) run ./test/tally $(TESTS)

# Tests on an emulated processor, for Linux on arm64. EMULATED are others, such as ./test/e2e. UNEMULATED is what qemu 7.2
# cannot: it knows no subreaper, answers itself for the processor time in /proc/self, and takes the address space for itself.
EMULATED ?= ./framework/... ./plugins/... ./cmd/... ./sdk/... ./docs/... ./examples/... ./release/...
UNEMULATED := TestProcessorTime$$|TestLimitsHold|TestLimitThatDoesNotHold|TestPortableSystem|TestBrokenPromisesAreFound/parent|$\
	TestPoorMachines/proc|TestDoctor/orphans|TestChildrenGoWithTheirPlugin|TestLimitsOfTheShell
test-arm64:
	test/emulated/run.sh env GOARCH=arm64 $(GO) test -vet=off -timeout 4h -skip '$(UNEMULATED)' $(EMULATED)

# The other systems on which everything must compile, its tests too.
SYSTEMS := linux/arm64 darwin/amd64 darwin/arm64
check: build
	@unformatted="$$(gofmt -l .)"; test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) mod tidy -diff
	$(GO) vet ./...
	@for system in $(SYSTEMS); do echo "vet on $$system"; \
		GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) vet ./... || exit 1; done
	$(GO) tool staticcheck ./...
	BENCH_SLOW=1 $(GO) test -vet=off ./test/fused
	$(GO) run ./test/tally $(TESTS)

# Learners of other languages, in bin/plugins; a pack that lacks its language says so, and the others go on.
packs: build
	@echo "setting up the packs; the first time libraries are fetched, which takes minutes"
	-@$(MAKE) --no-print-directory -s -k pack-sklearn pack-weka pack-caret

pack-sklearn:
	plugins/sklearn/setup.sh bin/plugins/sklearn

pack-weka:
	plugins/weka/setup.sh bin/plugins/weka

pack-caret:
	plugins/caret/setup.sh bin/plugins/caret

# Archives of the packs and the example plugins and an index of them, in bin/plugin-index; see examples/index/plugins.hcl.
plugin-index: build
	BENCH=$(CURDIR)/bin/bench examples/index/make.sh bin/plugin-index

# What users get, into dist: archives, wheels, packages of Debian, an image, a bill of materials and checksums.
dist:
	$(check-tools)$(GO) run ./release -out dist

# 1,000 runs and 1,000 starts of a plugin must leave nothing; some ten minutes.
leaks: build
	$(GO) run ./test/leaks

# Compares with other programs on two idle cores, some thirty-five minutes, and fails if a floor is missed; ARGS are
# arguments of test/peers, such as -resume; see docs/performance.md.
PEERS    := results/peers
ARGS     ?=
bench: build pack-sklearn
	@command -v cc >/dev/null && test -f /usr/include/linear.h && test -f /usr/include/libsvm/svm.h && command -v python3 >/dev/null || { \
		echo "make bench needs a C compiler, LIBLINEAR, LIBSVM and Python: apt-get install gcc libc6-dev liblinear-dev libsvm-dev python3-venv"; exit 1; }
	@test -f $(PEERS)/venv/ready || { python3 -m venv $(PEERS)/venv && \
		$(PEERS)/venv/bin/pip install -q -r test/peers/programs/requirements.txt && \
		$(PEERS)/venv/bin/pip install -q --no-deps libmultilabel && touch $(PEERS)/venv/ready; }
	@test -f $(PEERS)/trees/ready || { python3 -m venv $(PEERS)/trees && \
		$(PEERS)/trees/bin/pip install -q -r test/peers/programs/trees.txt && \
		$(PEERS)/trees/bin/pip install -q --no-deps libpecos==1.2.8 libmultilabel==0.10.0 && touch $(PEERS)/trees/ready; }
	OPENBLAS_NUM_THREADS=1 $(GO) run ./test/peers -python $(PEERS)/venv/bin/python -trees $(PEERS)/trees/bin/python $(ARGS)

# Keeps what make bench measured under docs/bench, and renders docs/performance.md and its pictures.
bench-release:
	$(GO) run ./test/peers -release $(PEERS)/peers.csv

# Tables of papers, experiments/papers/*.hcl, into results/papers; hours with SIZE=full. Each file has the variable size,
# "small" or "full"; one with the variable reference also reads data that are not shipped, where REFERENCE is a folder.
SIZE      ?= full
PAPERS    ?= $(wildcard experiments/papers/*.hcl)
REFERENCE ?= $(or $(BENCH_DATA),../shared/data)/reference
papers: build
	@status=0; for file in $(PAPERS); do \
		set -- -var size=$(SIZE); \
		if grep -q '^variable "reference"' $$file; then \
			if test -d "$(REFERENCE)"; then set -- "$$@" -var reference="$$(cd "$(REFERENCE)" && pwd)"; \
			else echo "$$file: without the sets that are not shipped; REFERENCE=folder says where they are"; fi; \
		fi; \
		echo "$$file"; \
		bin/bench run $$file "$$@" -out results/papers/$$(basename $$file .hcl) > /dev/null || status=1; \
	done; exit $$status

# The documents as a site with search, to be read without a network: bin/site/index.html.
site: bin/site-python/ready
	bin/site-python/bin/sphinx-build -q -c docs/site . bin/site

bin/site-python/ready: docs/site/requirements.txt
	python3 -m venv bin/site-python
	bin/site-python/bin/pip install -q --disable-pip-version-check -r docs/site/requirements.txt
	touch $@

generate:
	$(GO) generate ./...

# The picture of the report page in README.md, docs/report.png; needs Chromium.
picture: run
	@echo '<body style="margin: 0"><iframe src="quickstart/report.html" style="box-sizing: border-box; width: 1100px; height: 1360px;' \
		'border: 1px solid #888; border-radius: 8px"></iframe>' > results/picture.html
	chromium --headless --no-sandbox --hide-scrollbars --virtual-time-budget=5000 --window-size=1100,1360 \
		--screenshot=docs/report.png "file://$(CURDIR)/results/picture.html"
	@rm results/picture.html

clean:
	rm -rf bin
