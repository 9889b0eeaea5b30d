package launch

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/host/manifest"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// A new plugin may not have the name of another, nor of what that offers.
func TestFree(t *testing.T) {
	s := &Session{Plugin: Plugin{Described: []host.Described{
		{Package: host.Package{Name: "svm", Root: "/here"}, Description: service.Description{Components: []contract.Component{{Name: "kernel_svm"}}}},
	}}}
	for name, by := range map[string]string{"svm": "svm", "kernel_svm": "svm", "mine": ""} {
		err := s.Free(name)
		if taken := err != nil; taken != (by != "") || taken && !strings.Contains(err.Error(), "plugin "+by+" at /here") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is not found by its name is a path.
func TestPackageAt(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	if err := os.WriteFile(dir, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(dir))
	for _, word := range []string{dir, "mine", "./mine"} {
		if pkg, err := PackageAt(word); err != nil || pkg.Name != "mine" || pkg.Root != dir {
			t.Errorf("%s: %+v, %v", word, pkg, err)
		}
	}
	if _, err := PackageAt("absent"); err == nil {
		t.Error("an absent plugin is found")
	}
}

func TestNamed(t *testing.T) {
	if asks := Named("svm"); !asks(host.Package{Name: "svm", Manifest: &manifest.Manifest{}}) || asks(host.Package{Name: "tree", Manifest: &manifest.Manifest{}}) {
		t.Error("a plugin is not asked for by its name alone")
	}
}

// A manifest that cannot be read is shown and refused.
func TestSuitedRefuses(t *testing.T) {
	var shown diagnostic.List
	var told []string
	if _, _, err := quiet(&shown, &told).Suited(context.Background(), "mine", []byte("plugin {")); err == nil || len(shown) == 0 {
		t.Errorf("%v, shown %v", err, shown)
	}
}
