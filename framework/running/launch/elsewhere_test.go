package launch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/cache"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/test/must"
)

const elsewhere = `
bench {
  plugin_index = "https://example.org/index.hcl"
  required_plugins { f = { source = "lab/forest", version = "~> 1.0" } }
}
experiment "e" {}
dataset "d" {
  file   = "d.csv"
  target = "class"
}
learner "forest" "f" {}
`

// A plugin from elsewhere is found if the lock file and the cache have it as the file asks for it; all else is told,
// with what to do about it.
func TestFetchedPlugins(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	store, err := cache.Open()
	if err != nil {
		t.Fatal(err)
	}
	archive := strings.Repeat("a", 64)
	at, err := store.Unpack(archive, func(dir string) error {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, "forest"), []byte("forest"), 0o755)
	})
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := host.OpenPackage("f", at)
	if err != nil {
		t.Fatal(err)
	}
	lock := "plugin \"f\" {\n  source  = \"lab/forest\"\n  version = \"1.2.0\"\n  archive {\n    url     = \"f.zip\"\n" +
		"    sha256  = \"" + archive + "\"\n    package = \"" + pkg.Digest + "\"\n  }\n}\n"
	for _, c := range []struct{ lock, want string }{
		{lock, ""},
		{"", "does not say which bytes"},
		{must.Replace(lock, "lab/forest", "lab/other"), "does not say which bytes"},
		{must.Replace(lock, `"1.2.0"`, `"2.0.0"`), "has version 2.0.0, and the file asks for ~> 1.0"},
		{must.Replace(lock, "    url", "    os = \"plan9\"\n    arch = \"arm\"\n    url"), "has it for plan9/arm, and this"},
		{must.Replace(lock, archive, strings.Repeat("b", 64)), "is not in the cache"},
		{must.Replace(lock, "    package", "#"), `has no package = "…" for this platform`},
		{must.Replace(lock, pkg.Digest, archive), "changed after they were fetched"},
		{must.Replace(lock, "  archive {", "  archiv {"), "cannot be read"},
	} {
		for name, text := range map[string]string{"e.hcl": elsewhere, "bench.lock.hcl": c.lock} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		file, diags := experiment.Parse(filepath.Join(dir, "e.hcl"), nil)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		found, key, err := OpenPlugin(file, &file.RequiredPlugins[0])
		switch {
		case c.want == "" && (err != nil || found.Digest != pkg.Digest || key != "/cache/plugins/"+archive):
			t.Errorf("%v, key %q, %v", found.Digest, key, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%v, want %q with\n%s", err, c.want, c.lock)
		case c.want != "" && !strings.Contains(err.Error(), "bench fetch") && !strings.Contains(err.Error(), "be read"):
			t.Errorf("%v: no remedy", err)
		}
	}
}
