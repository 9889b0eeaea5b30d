package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// facts are what the artefacts say of the release.
type facts struct {
	version  string // as the program says it
	revision string // of git, with -dirty if files were changed since
	when     time.Time
}

// RevisionVariable names the revision where there is no repository of git.
const RevisionVariable = "BENCH_REVISION"

// findFacts asks git for what the environment does not say. The version is the program's own.
func findFacts() (f facts, err error) {
	if f.revision = os.Getenv(RevisionVariable); f.revision == "" {
		if f.revision, err = command("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"); err != nil {
			return f, fmt.Errorf("%w; %s names the revision where there is no repository", err, RevisionVariable)
		}
	}
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		if seconds, err = command("git", "log", "-1", "--format=%ct"); err != nil {
			return f, fmt.Errorf("%w; SOURCE_DATE_EPOCH is the time where there is no repository", err)
		}
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return f, fmt.Errorf("SOURCE_DATE_EPOCH=%s is not a number of seconds", seconds)
	}
	f.when = time.Unix(n, 0).UTC()
	return f, nil
}

// versionOf asks a bench for its version.
func versionOf(bench string) (string, error) {
	out, err := command(bench, "version", "-json")
	if err != nil {
		return "", err
	}
	var said struct{ Version string }
	err = json.Unmarshal([]byte(out), &said)
	return said.Version, err
}

// command returns what a command prints, without spaces around it.
func command(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}
