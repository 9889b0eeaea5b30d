package docs

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// reader follows a document: what it is told to write, it writes into a folder
// of its own, and what it is told to type, it types there.
type reader struct {
	folder      string
	environment []string // of what it types, before its own programs and names are added
	printed     string   // by the last script
	experiments []string
	outputs     map[int]string    // what output blocks should say, where they do not
	pictures    map[string]string // files that should hold what a run wrote, and do not: by file, what it wrote
}

// newReader prepares a folder: bin and experiments are as in the repository.
func newReader(folder string) (*reader, error) {
	for name, target := range map[string]string{"bin": bin, "experiments": filepath.Join(repository, "experiments")} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			return nil, err
		}
	}
	return &reader{folder: folder, environment: os.Environ(), outputs: map[int]string{}, pictures: map[string]string{}}, nil
}

// follow does what a block asks for.
func (r *reader) follow(b block) error {
	switch b.verb {
	case "":
		return r.followUnmarked(b)
	case "file":
		return r.write(b)
	case "append":
		before, err := os.ReadFile(filepath.Join(r.folder, b.argument))
		if err != nil {
			return err
		}
		b.body = string(before) + b.body
		return r.write(b)
	case "status":
		want, err := strconv.Atoi(b.argument)
		if err != nil || b.language != "sh" {
			return errors.New("status belongs to a block of sh and takes a number")
		}
		return r.run(b.body, want, false)
	case "stdout":
		return r.run(b.body, 0, true)
	case "output":
		if r.printed != b.body {
			r.outputs[b.line] = r.printed
		}
		return nil
	case "targets":
		return checkTargets(b.body)
	case "excerpt":
		return checkExcerpt(b)
	case "fragment":
		return checkSyntax(b)
	case "picture":
		return r.comparePicture(b)
	}
	return fmt.Errorf("unknown mark %q", b.verb)
}

// comparePicture compares a picture with the file that a run wrote.
func (r *reader) comparePicture(b block) error {
	if b.image == "" {
		return errors.New("the mark picture belongs before an image in a folder called pictures")
	}
	want, err := os.ReadFile(filepath.Join(r.folder, b.argument))
	if err != nil {
		return err
	}
	got, err := os.ReadFile(b.image)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if !bytes.Equal(got, want) {
		r.pictures[b.image] = string(want)
	}
	return nil
}

func (r *reader) followUnmarked(b block) error {
	switch b.language {
	case "sh":
		return r.run(b.body, 0, false)
	case "hcl":
		name := fmt.Sprintf("block-%d.hcl", b.line)
		r.experiments = append(r.experiments, name)
		return os.WriteFile(filepath.Join(r.folder, name), []byte(b.body), 0o644)
	case "go":
		return r.compile(b)
	case "text", "mermaid":
		return nil
	}
	return fmt.Errorf("a block of %q needs a mark", b.language)
}

// write puts a block into a file; experiments among them are validated at the
// end, when everything they need is there.
func (r *reader) write(b block) error {
	path := filepath.Join(r.folder, b.argument)
	if !filepath.IsLocal(b.argument) {
		return fmt.Errorf("%q is not a file in the reader's folder", b.argument)
	}
	if b.language == "hcl" && !slices.Contains(r.experiments, b.argument) {
		r.experiments = append(r.experiments, b.argument)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.body), 0o644)
}

// waiting is what a run prints every ten seconds: how far it is, which depends on the machine.
var waiting = regexp.MustCompile(`(?m)^\d+ of \d+ cells? done, \d+ failed.*\n`)

// A slow machine is not a reason for another output.
func TestWaitingIsLeftOut(t *testing.T) {
	r := reader{folder: t.TempDir()}
	if err := r.run("echo one; echo '59 of 60 cells done, 0 failed'; echo two", 0, false); err != nil || r.printed != "one\ntwo\n" {
		t.Errorf("%q, %v", r.printed, err)
	}
}

// run types a script, in a shell that stops at the first error, and keeps what
// it prints; stderr apart or, as on a terminal, between the rest. Lines on how far a run is are left out.
func (r *reader) run(script string, want int, apart bool) error {
	shell := exec.Command("sh", "-eu", "-c", script)
	shell.Dir = r.folder
	shell.Env = slices.Concat(r.environment, names, []string{"BENCH=" + repository, "PATH=" + bin + ":" + os.Getenv("PATH"),
		"GOFLAGS=-trimpath -ldflags=-w", "NO_COLOR=1"})
	var stdout, stderr bytes.Buffer
	shell.Stdout, shell.Stderr = &stdout, &stdout
	if apart {
		shell.Stderr = &stderr
	}
	err := shell.Run()
	r.printed = waiting.ReplaceAllString(stdout.String(), "")
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	if got := shell.ProcessState.ExitCode(); got != want {
		return fmt.Errorf("ended with status %d, not %d:\n%s", got, want, r.printed+stderr.String())
	}
	return nil
}

func (r *reader) compile(b block) error {
	name := fmt.Sprintf("program-%d", b.line)
	if err := r.write(block{argument: filepath.Join(name, "main.go"), body: b.body}); err != nil {
		return err
	}
	return r.run(fmt.Sprintf("cd %s; go mod init %s; go work init . %s; go build -o program .", name, name, repository), 0,
		false)
}

// validate runs bench validate on every experiment that the document holds.
func (r *reader) validate() error {
	var errs []error
	for _, name := range r.experiments {
		if err := r.run("bench validate "+name, 0, false); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(errs...)
}

func checkTargets(script string) error {
	for line := range strings.Lines(script) {
		target, found := strings.CutPrefix(strings.TrimSpace(line), "make ")
		if !found {
			return fmt.Errorf("%q is not a make command", line)
		}
		dry := exec.Command("make", "-n", target)
		dry.Dir = repository
		if out, err := dry.CombinedOutput(); err != nil {
			return fmt.Errorf("make -n %s: %w\n%s", target, err, out)
		}
	}
	return nil
}

func checkExcerpt(b block) error {
	content, err := os.ReadFile(filepath.Join(repository, b.argument))
	if err != nil {
		return err
	}
	if !bytes.Contains(content, []byte(b.body)) {
		return fmt.Errorf("%s holds no such lines", b.argument)
	}
	return nil
}

func checkSyntax(b block) error {
	switch b.language {
	case "hcl":
		_, diags := hclsyntax.ParseConfig([]byte(b.body), "fragment", hcl.InitialPos)
		if diags.HasErrors() {
			return diags
		}
		return nil
	case "go":
		formatted, err := format.Source([]byte(b.body))
		if err == nil && string(formatted) != b.body {
			err = errors.New("gofmt would write it in another way")
		}
		return err
	case "sh":
		if out, err := exec.Command("sh", "-n", "-c", b.body).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	return fmt.Errorf("fragments of %q cannot be checked", b.language)
}
