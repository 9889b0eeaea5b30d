# bench: build, run, test, check.

GO       ?= go
REVISION := $(shell git rev-parse --short HEAD 2>/dev/null)
LDFLAGS  := -s -w
PLUGINS  := logreg svm lda least_squares majority reducers

.PHONY: build run test check leaks generate clean

build:
	$(GO) build -trimpath -ldflags "$(LDFLAGS) -X main.revision=$(REVISION)" -o bin/bench ./cmd/bench
	$(GO) build -trimpath -buildvcs=false -ldflags "$(LDFLAGS)" -o bin/plugins/ $(addprefix ./plugins/,$(PLUGINS))

run: build
	bin/bench run experiments/quickstart.hcl

test: build
	$(GO) test ./...

check: build
	@unformatted="$$(gofmt -l .)"; test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) mod tidy -diff
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) test ./...

# 1,000 runs and 1,000 starts of a plugin must leave nothing; some ten minutes.
leaks: build
	$(GO) run ./test/leaks

generate:
	$(GO) generate ./...

clean:
	rm -rf bin
