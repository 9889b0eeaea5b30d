package host

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/host/manifest"
)

// Where the interpreter of a package lacks something, another one that has it is found.
func TestAnInterpreterThatHasAll(t *testing.T) {
	bare, full, other := t.TempDir(), t.TempDir(), t.TempDir()
	install := func(path, prints string) {
		t.Helper()
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+prints+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	install(filepath.Join(bare, "python3"), "echo grpcio; echo numpy")
	install(filepath.Join(bare, "python3-config"), "echo grpcio 1.60; echo numpy 2.0")
	install(filepath.Join(full, "python3.12"), "echo grpcio 1.60; echo numpy 2.0")
	install(filepath.Join(other, "python"), "echo grpcio 1.60; echo numpy 2.0")
	p := Package{Name: "p", Root: t.TempDir(), Manifest: &manifest.Manifest{Command: []string{"python3", "main.py"},
		Language: manifest.Python, Requires: []string{"grpcio", "numpy >= 1.23"}}}
	pack := Package{Name: "q", Root: other, Manifest: &manifest.Manifest{Command: []string{"./python"}, Language: manifest.Python}}
	t.Setenv("VIRTUAL_ENV", "")
	for path, want := range map[string]string{
		bare + ":" + full: filepath.Join(full, "python3.12"), bare: filepath.Join(other, "python"), full + ":" + bare: filepath.Join(full, "python3.12"),
	} {
		t.Setenv("PATH", path)
		got, lack := p.Suited(context.Background(), []Package{pack})
		if got != want || lack == nil || !strings.Contains(lack.Error(), "grpcio and numpy are missing in "+bare) {
			t.Errorf("%s: %q, %v", path, got, lack)
		}
	}
	t.Setenv("PATH", bare)
	if got, lack := p.Suited(context.Background(), nil); got != "" || lack == nil {
		t.Errorf("without any: %q, %v", got, lack)
	}
}

// What is to be built is told with what to type.
func TestFilesThatAreToBeBuilt(t *testing.T) {
	root := t.TempDir()
	p := Package{Name: "p", Root: root, Manifest: &manifest.Manifest{Command: []string{"/bin/sh", "-XX:File=/dev/null", "target/p.jar"}}}
	if _, err := p.Command(); err != nil {
		t.Errorf("nobody knows that it is to be built: %v", err)
	}
	p.Manifest.Build = "mvn -q package"
	want := root + "/target/p.jar does not exist; build it: cd " + root + " && mvn -q package"
	if _, err := p.Command(); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	if err := os.MkdirAll(filepath.Join(root, "target"), 0o755); err != nil {
		t.Fatal(err)
	}
	for file := range map[string]bool{"target/p.jar": true, "go.mod": true} {
		if err := os.WriteFile(filepath.Join(root, file), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.Command(); err != nil {
		t.Error(err)
	}
	for _, source := range []string{root, filepath.Join(root, "swan")} {
		if _, err := OpenPackage("swan", source); err == nil || !strings.Contains(err.Error(), "; build it: cd "+root+" && go build") {
			t.Errorf("%s: %v", source, err)
		}
	}
}
