# bench: build, run, test, check.

GO       ?= go
REVISION := $(shell git rev-parse --short HEAD 2>/dev/null)
LDFLAGS  := -s -w
PLUGINS  := logreg svm lda least_squares majority reducers

.PHONY: build run test check generate clean

build:
	$(GO) build -trimpath -ldflags "$(LDFLAGS) -X main.revision=$(REVISION)" -o bin/bench ./cmd/bench
	$(GO) build -trimpath -buildvcs=false -ldflags "$(LDFLAGS)" -o bin/plugins/ $(addprefix ./plugins/,$(PLUGINS))

run: build
	bin/bench run experiments/quickstart.hcl

test: build
	$(GO) test ./...

check: build
	@unformatted="$$(gofmt -l .)"; test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) test ./...

generate:
	$(GO) generate ./...

clean:
	rm -rf bin
