package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host/manifest"
)

// Programs that print a line for each of their arguments: the name of a library and
// its version, or the name alone if it is missing.
const (
	askPython = `
import sys
from importlib import metadata
for name in sys.argv[1:]:
    try:
        print(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        print(name)
`
	askR = `
version <- function(name) tryCatch(as.character(packageVersion(name)), error = function(e) "")
for (name in commandArgs(TRUE)) cat(name, version(name), "\n")
`
)

// Complete asks all packages side by side what they lack. It returns those that lack
// nothing, and what the others say.
func Complete(ctx context.Context, packages []Package) (complete []Package, lacking []error) {
	errs := make([]error, len(packages))
	var wait sync.WaitGroup
	for i, p := range packages {
		wait.Go(func() { errs[i] = p.Lacks(ctx) })
	}
	wait.Wait()
	for i, p := range packages {
		if errs[i] == nil {
			complete = append(complete, p)
		} else {
			lacking = append(lacking, &Error{Plugin: p.Name, Doing: starting, Err: errs[i]})
		}
	}
	return complete, lacking
}

// Lacks asks the interpreter of a package with a manifest for what the package
// requires. The error says what is missing, and what to type; it is nil if nothing is
// known to be.
func (p Package) Lacks(ctx context.Context) error {
	if p.Manifest == nil || p.Attached != nil {
		return nil
	}
	words, err := p.words()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if p.Manifest.Language == manifest.Java {
		_, err := p.ask(ctx, words[0], "-version")
		return err
	}
	needs := p.Manifest.Requirements()
	question := map[string][]string{manifest.Python: {"-c", askPython}, manifest.R: {"-e", askR}}[p.Manifest.Language]
	if len(needs) == 0 || question == nil {
		return nil
	}
	for _, need := range needs {
		question = append(question, need.Name)
	}
	answer, err := p.ask(ctx, words[0], question...)
	if err != nil {
		return err
	}
	return p.compare(words[0], needs, versionsIn(answer))
}

// ask runs the interpreter as the package's processes run, and returns what it prints.
func (p Package) ask(ctx context.Context, program string, arguments ...string) (string, error) {
	cmd := exec.CommandContext(ctx, program, arguments...)
	cmd.Dir, cmd.Env = p.Root, p.environment(os.TempDir())
	answer, err := cmd.Output()
	if err == nil {
		return string(answer), nil
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(exit.Stderr) > 0 {
		err = fmt.Errorf("%w; its last words: %s", err, wording.Harmless(strings.TrimSpace(string(exit.Stderr)), wordsLimit))
	}
	return "", fmt.Errorf("%s does not run: %w", program, err)
}

// versionsIn reads an answer.
func versionsIn(answer string) map[string]string {
	versions := map[string]string{}
	for line := range strings.Lines(answer) {
		if fields := strings.Fields(line); len(fields) == 2 {
			versions[fields[0]] = fields[1]
		}
	}
	return versions
}

// compare says what is missing, or else what is too old or too new.
func (p Package) compare(program string, needs []manifest.Requirement, versions map[string]string) error {
	var missing, wrong, all []string
	for _, need := range needs {
		version, installed := versions[need.Name]
		met, err := need.Met(version)
		switch {
		case !installed:
			missing = append(missing, need.Name)
		case err != nil || !met:
			wrong = append(wrong, fmt.Sprintf("%s is %s in %s, and the plugin needs %s", need.Name, version, program,
				need.Constraint))
		default:
			continue
		}
		all = append(all, need.Name)
	}
	var parts []string
	if len(missing) > 0 {
		are := map[bool]string{true: "is", false: "are"}[len(missing) == 1]
		parts = []string{fmt.Sprintf("%s %s missing in %s", wording.And(missing), are, program)}
	}
	if parts = append(parts, wrong...); len(parts) == 0 {
		return nil
	}
	return errors.New(strings.Join(parts, "; ") + p.remedy(p.installation(program, all)))
}

// installation is what to type for libraries where the manifest does not say.
func (p Package) installation(program string, libraries []string) string {
	if p.Manifest.Language == manifest.R {
		return fmt.Sprintf(`%s -e 'install.packages(c("%s"))'`, program, strings.Join(libraries, `", "`))
	}
	return program + " -m pip install -U " + strings.Join(libraries, " ")
}
