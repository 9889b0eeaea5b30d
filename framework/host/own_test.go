package host

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host/own"
	"github.com/manyclass/bench/framework/sdk"
)

// builtAs is the identity of the plugins that this test program holds.
var builtAs = strings.Repeat("a1", 32)

// beServed lets the test program be a plugin that it holds, if it was started as one.
func beServed() {
	if len(os.Args) != 4 || !slices.Equal(os.Args[1:3], own.ServeWords) {
		return
	}
	name := os.Args[3]
	if err := own.Refuse(name, builtAs); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	sdk.Serve(contract.Plugin{Name: name, Version: "1.0.0", Components: learner(name)()})
	os.Exit(0)
}

func learner(name string) func() []contract.Component {
	return func() []contract.Component {
		return []contract.Component{{Kind: contract.KindLearner, Name: "l_" + name}}
	}
}

// holding makes the test program hold plugins of an identity for the time of a test.
func holding(t *testing.T, identity string, names ...string) {
	var plugins []own.Plugin
	for _, name := range names {
		plugins = append(plugins, own.Plugin{Name: name, Identity: identity, Offers: learner(name)})
	}
	own.Hold(plugins)
	t.Cleanup(func() { own.Hold(nil) })
}

// describedAs starts a package and asks it what it offers.
func describedAs(t *testing.T, pkg Package) (Described, error) {
	t.Helper()
	pool := NewPool([]Package{pkg}, folders(t))
	defer pool.Close()
	list, errs := pool.Describe(context.Background())
	if len(errs) > 0 {
		return Described{}, errs[0]
	}
	return list[0], nil
}

// The plugins of the program are found without a folder, are what they were built from, and
// are processes of their own.
func TestOwnPlugins(t *testing.T) {
	holding(t, builtAs, "one", "two")
	found, unusable := FindPackages(t.TempDir())
	if len(found) != 2 || len(unusable) > 0 {
		t.Fatalf("found %v, %v", found, unusable)
	}
	for i, name := range []string{"one", "two"} {
		pkg := found[i]
		if pkg.Name != name || pkg.Digest != builtAs || !pkg.Own() || len(pkg.Offered) != 1 {
			t.Errorf("%+v", pkg)
		}
		if self, _ := os.Executable(); pkg.Place() != self {
			t.Errorf("it is at %s, not at %s", pkg.Place(), self)
		}
		d, err := describedAs(t, pkg)
		if err != nil || d.Description.Name != name || d.Components[0].Name != "l_"+name || d.Origin().SHA256 != builtAs {
			t.Errorf("%+v, %v", d, err)
		}
	}
}

// Another program in the folder takes the place of a plugin of the program, and a link to the
// program is the plugin that it is called like.
func TestOwnPluginsAndOthers(t *testing.T) {
	holding(t, builtAs, "one", "two")
	dir := folder(t, map[string]string{"one": "#!/bin/sh\n"})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"two", "three"} {
		if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	found, unusable := FindPackages(dir)
	if len(found) != 2 || found[0].Own() || found[0].Digest == builtAs || !found[1].Own() || found[1].Place() != dir {
		t.Errorf("found %+v", found)
	}
	if len(unusable) != 1 || !strings.Contains(unusable[0].Error(), "is bench itself, which holds one and two") {
		t.Errorf("a link of another name: %v", unusable)
	}
	if d, err := describedAs(t, found[1]); err != nil || d.Description.Name != "two" {
		t.Errorf("the link: %+v, %v", d, err)
	}
	copied := filepath.Join(t.TempDir(), "two")
	content, err := os.ReadFile(self)
	if err == nil {
		err = os.WriteFile(copied, content, 0o755)
	}
	if pkg, wrong := OpenPackage("two", copied); err != nil || wrong != nil || pkg.Own() || pkg.Digest == builtAs {
		t.Errorf("another file is taken for the program: %+v, %v, %v", pkg, err, wrong)
	}
}

// A program that was replaced does not serve under the identity of the one before.
func TestReplacedProgram(t *testing.T) {
	holding(t, strings.Repeat("b2", 32), "one")
	found, _ := FindPackages("")
	if len(found) != 1 {
		t.Fatal(found)
	}
	_, err := describedAs(t, found[0])
	if err == nil || !strings.Contains(err.Error(), "bench was replaced while it was running") || fault.OfRun(err) {
		t.Errorf("it serves: %v", err)
	}
	if found[0].seen, err = os.Stat(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if _, err := describedAs(t, found[0]); !fault.OfRun(err) {
		t.Errorf("the program's file is another one, and its cells fail for that: %v", err)
	}
}

// Where nobody has said what the plugins were built from, the whole program counts.
func TestUnknownIdentity(t *testing.T) {
	holding(t, "", "one")
	found, unusable := FindPackages("")
	if len(found) != 1 || len(unusable) > 0 {
		t.Fatal(found, unusable)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	own.Hold(nil)
	plain, err := OpenPackage("one", self)
	if err != nil || found[0].Digest != plain.Digest || found[0].held == nil {
		t.Errorf("digest %s, that of the file %s, %v", found[0].Digest, plain.Digest, err)
	}
}

// The identity of an adapter that the program holds counts for what it stands before.
func TestOwnAdapter(t *testing.T) {
	t.Setenv(AdapterVariable, "")
	dir := folder(t, map[string]string{"plugin.hcl": "command = [\"sh\", \"-c\", \"x\"]\nadapter = true\n"})
	digests := map[string]bool{}
	for _, identity := range []string{builtAs, strings.Repeat("b2", 32)} {
		own.Hold([]own.Plugin{{Name: own.Adapter, Identity: identity}})
		t.Cleanup(func() { own.Hold(nil) })
		pkg := opened(t, dir)
		digests[pkg.Digest] = true
		cmd, err := pkg.Command()
		if err != nil || !slices.Equal(cmd.Args[1:3], own.AdapterWords) || !strings.HasSuffix(cmd.Args[3], "sh") {
			t.Errorf("command %v, %v", cmd, err)
		}
		if !slices.Contains(pkg.environment(""), own.Variable+"="+identity) {
			t.Error("the adapter is not told its identity")
		}
	}
	if len(digests) != 2 {
		t.Error("another adapter leaves the digest")
	}
}
