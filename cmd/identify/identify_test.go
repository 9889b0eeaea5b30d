package main

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// programs are what bench holds; the Makefile names the same.
var programs = []string{"./cmd/bench-adapter", "./plugins/..."}

// tree is a copy of the sources, to be changed.
type tree struct {
	*testing.T
	folder string
}

func copied(t *testing.T) tree {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join("../..", name))
		if err := errors.Join(err, os.WriteFile(filepath.Join(folder, name), content, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"cmd", "framework", "plugins", "sdk"} {
		if err := os.CopyFS(filepath.Join(folder, name), os.DirFS(filepath.Join("../..", name))); err != nil {
			t.Fatal(err)
		}
	}
	return tree{t, folder}
}

// identities are those of all programs for a target.
func (t tree) identities(system, architecture string) map[string]string {
	t.Helper()
	list, err := identify(t.folder, target{system, architecture}, programs...)
	if err != nil {
		t.Fatal(err)
	}
	digests := map[string]string{}
	for _, pair := range list {
		name, digest, _ := strings.Cut(pair, "=")
		digests[name] = digest
	}
	return digests
}

// extend adds a line to a file, which may be new.
func (t tree) extend(file, line string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(t.folder, file), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(line + "\n"); errors.Join(err, f.Close()) != nil {
		t.Fatal(err)
	}
}

// others lists the programs whose identities differ.
func others(a, b map[string]string) []string {
	return slices.Sorted(maps.Keys(maps.Collect(func(yield func(string, bool) bool) {
		for name, digest := range a {
			if digest != b[name] && !yield(name, true) {
				return
			}
		}
	})))
}

// linking lists the programs that import a package, as the go command says.
func (t tree) linking(room string) []string {
	t.Helper()
	const form = `{{if eq .Name "main"}}{{.ImportPath}} {{.Deps}} {{end}}`
	list := exec.Command("go", append([]string{"list", "-f", form}, programs...)...)
	list.Dir = t.folder
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(out)) {
		name, imported, _ := strings.Cut(line, " ")
		if strings.Contains(imported, "/"+room+" ") || strings.Contains(imported, "/"+room+"]") {
			names = append(names, filepath.Base(name))
		}
	}
	slices.Sort(names)
	return names
}

// What a plugin imports changes its identity, and nothing else does.
func TestOnlyWhatIsImportedCounts(t *testing.T) {
	in := copied(t)
	before := in.identities("linux", "amd64")
	if len(before) != 12 {
		t.Fatalf("identities of %v", slices.Sorted(maps.Keys(before)))
	}
	if again := copied(t).identities("linux", "amd64"); len(others(before, again)) > 0 {
		t.Errorf("in another folder the identities of %v are others", others(before, again))
	}
	for _, file := range []string{"framework/showing/report/page.go", "framework/host/pool.go", "cmd/bench/main.go",
		"plugins/logreg/logistic/logistic_test.go", "plugins/shipped/shipped.go"} {
		in.extend(file, "// Changed.")
	}
	if after := in.identities("linux", "amd64"); len(others(before, after)) > 0 {
		t.Errorf("what they do not import changes %v", others(before, after))
	}
	for _, c := range []struct{ file, room string }{
		{"plugins/internal/kernel/avx2_amd64.s", "plugins/internal/kernel"},
		{"plugins/internal/smooth/loss.go", "plugins/internal/smooth"},
		{"framework/evaluation/code/code.go", "framework/evaluation/code"},
		{"framework/sdk/serve.go", "framework/sdk"},
	} {
		in.extend(c.file, "// Changed.")
		after := in.identities("linux", "amd64")
		if got, want := others(before, after), in.linking(c.room); !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s changes %v, want %v", c.file, got, want)
		}
		before = after
	}
}

// Processors, and files that are compiled for one system or are embedded, count.
func TestWhatIsCompiledCounts(t *testing.T) {
	in := copied(t)
	before := in.identities("linux", "arm64")
	if same := len(before) - len(others(before, in.identities("linux", "amd64"))); same > 0 {
		t.Errorf("%d identities are the same on two architectures", same)
	}
	in.extend("plugins/internal/kernel/avx2_amd64.s", "// Changed.")
	if after := in.identities("linux", "arm64"); len(others(before, after)) > 0 {
		t.Errorf("a file of amd64 changes %v on arm64", others(before, after))
	}
	in.extend("plugins/majority/constant/words.txt", "one")
	in.extend("plugins/majority/constant/words.go",
		"package constant\n\nimport _ \"embed\"\n\n//go:embed words.txt\nvar words string")
	with := in.identities("linux", "arm64")
	in.extend("plugins/majority/constant/words.txt", "two")
	if got := others(with, in.identities("linux", "arm64")); !slices.Equal(got, []string{"majority"}) {
		t.Errorf("an embedded file changes %v", got)
	}
}

// Another version of a module counts for those that import it.
func TestModulesCount(t *testing.T) {
	packages := map[string]goPackage{}
	at := func(version string) string {
		module := goModule{Path: "m", Version: version, Sum: "h1:" + version}
		packages["a"] = goPackage{ImportPath: "a", Module: &module, Imports: []string{"m/b", "unsafe"}}
		packages["m/b"] = goPackage{ImportPath: "m/b", Module: &module}
		var text strings.Builder
		if err := hashAll(&text, packages, "a"); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	if one := at("v1"); one == at("v2") || !strings.Contains(one, "m/b m v1 h1:v1\n") {
		t.Errorf("another version is the same: %q", one)
	}
	packages["m/b"].Module.Sum = ""
	if err := hashAll(&strings.Builder{}, packages, "a"); err == nil {
		t.Error("a module without a sum is taken")
	}
}
