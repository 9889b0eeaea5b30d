// Package scaffold writes the folder of a new plugin: the templates of a language, and
// a copy of its SDK.
package scaffold

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/sdk"
)

// templates holds LANGUAGE/KIND/FILE. In the name of a file NAME is replaced by that of the
// plugin, and .tmpl at its end is left out: Go would take the file for one of bench.
//
//go:embed templates
var templates embed.FS

// experiments holds KIND/FILE, templates that all languages share.
//
//go:embed experiments
var experiments embed.FS

// copies says which files and folders of package sdk a plugin of a language holds, and
// what they are called there.
var copies = map[string]map[string]string{
	"java":   {"java/parent.xml": "sdk/parent.xml", "java/src/main": "sdk/src/main"},
	"python": {"python/bench_plugin": "bench_plugin"},
	"r":      {"r/R/bench_plugin.R": "bench_plugin.R"},
}

// Kinds are what a plugin may offer.
var Kinds = []string{"learner", "reducer", "metric", "encoder", "splitter"}

// Plugin says what to write.
type Plugin struct {
	Language, Kind, Name string
	Source               string // absolute path of bench's sources, for Go; "" if it is not known
	Interpreter          string // of Python; "" for python3, as PATH has it
}

// Python is the program that runs a plugin in Python.
func (p Plugin) Python() string { return cmp.Or(p.Interpreter, "python3") }

// Manifest is the manifest that the folder will have, nil of a language without one.
func (p Plugin) Manifest() ([]byte, error) {
	files, err := p.files()
	return files["plugin.hcl"], err
}

// Package is where the folder's experiment finds the plugin: Go builds a program in
// it, other languages make the folder itself a package.
func (p Plugin) Package() string {
	if p.Language == "go" {
		return "./" + p.Name
	}
	return "."
}

// Languages lists the languages that there are templates for.
func Languages() []string {
	entries, err := templates.ReadDir("templates")
	if err != nil {
		panic(err) // they are part of the program
	}
	return lists.Map(entries, fs.DirEntry.Name)
}

var name = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,99}$`) })

// Check refuses a language or kind that there is not, and a bad name.
func (p Plugin) Check() error {
	if !slices.Contains(Languages(), p.Language) {
		return unknown("language", p.Language, Languages())
	}
	if !slices.Contains(Kinds, p.Kind) {
		return unknown("kind", p.Kind, Kinds)
	}
	if !name().MatchString(p.Name) {
		return fmt.Errorf("%q is not a name for a plugin: write a letter, then letters, digits and _, at most 100", p.Name)
	}
	return nil
}

func unknown(what, word string, known []string) error {
	return fmt.Errorf("there is no %s %q. %s", what, word, wording.Instead(word, known, "There are"))
}

// Write makes the folder dir, which must not exist. It returns what to type in it next,
// a command a line: the indented lines of its README.md.
func (p Plugin) Write(dir string) (next []string, err error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(dir); err == nil {
		return nil, fmt.Errorf("there is something at %s already: take another name, or remove it", dir)
	}
	files, err := p.files()
	if err != nil {
		return nil, err
	}
	unfinished, err := os.MkdirTemp(filepath.Dir(dir), ".new-*")
	if err != nil {
		return nil, err
	}
	if err = write(unfinished, files); err == nil {
		err = errors.Join(os.Chmod(unfinished, 0o755), os.Rename(unfinished, dir))
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(unfinished))
	}
	for line := range strings.Lines(string(files["README.md"])) {
		if command, ok := strings.CutPrefix(line, "    "); ok {
			next = append(next, strings.TrimSpace(command))
		}
	}
	return next, nil
}

// files returns the content of every file by its path, with slashes.
func (p Plugin) files() (map[string][]byte, error) {
	files := map[string][]byte{}
	fill := func(at string, content []byte) error {
		at = strings.TrimSuffix(strings.ReplaceAll(at, "NAME", p.Name), ".tmpl")
		text, err := p.fill(at, content)
		if len(bytes.TrimSpace(text)) > 0 {
			files[at] = text
		}
		return err
	}
	err := errors.Join(each(templates, path.Join("templates", p.Language, p.Kind), fill),
		each(experiments, path.Join("experiments", p.Kind), fill))
	for source, to := range copies[p.Language] {
		err = errors.Join(err, each(sdk.Files, source, func(at string, content []byte) error {
			files[path.Join(to, at)] = content
			return nil
		}))
	}
	return files, err
}

// fill executes a template of a file.
func (p Plugin) fill(at string, content []byte) ([]byte, error) {
	parsed, err := template.New(at).Parse(string(content))
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = parsed.Execute(&text, p)
	return text.Bytes(), err
}

// each visits the files below a folder by their paths in it; a file has the path ".".
func each(all fs.FS, root string, do func(at string, content []byte) error) error {
	return fs.WalkDir(all, root, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(all, at)
		if err != nil {
			return err
		}
		if at == root {
			return do(".", content)
		}
		return do(strings.TrimPrefix(at, root+"/"), content)
	})
}

// write writes files below a folder; those that begin with #! can be executed.
func write(dir string, files map[string][]byte) error {
	for at, content := range files {
		to := filepath.Join(dir, filepath.FromSlash(at))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if bytes.HasPrefix(content, []byte("#!")) {
			mode = 0o755
		}
		if err := os.WriteFile(to, content, mode); err != nil {
			return err
		}
	}
	return nil
}

// Sources returns the folder of bench's sources: what the user says, or that which bench
// was built in. It is "" if there is none.
func Sources(said, built string) (string, error) {
	dir := cmp.Or(said, built)
	module, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err == nil && !strings.HasPrefix(string(module), "module github.com/manyclass/bench\n") {
		err = errors.New("its go.mod is that of another module")
	}
	switch {
	case err == nil:
		return filepath.Abs(dir)
	case said == "":
		return "", nil
	}
	return "", fmt.Errorf("-source %s: bench's sources are not there: %w", said, err)
}
