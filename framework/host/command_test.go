package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/host/manifest"
	"github.com/manyclass/bench/test/must"
)

// folder writes files into a new folder, those whose content begins with #! as
// programs, and returns it.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "pack")
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o644)
		if strings.HasPrefix(content, "#!") {
			mode = 0o755
		}
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func opened(t *testing.T, dir string) Package {
	t.Helper()
	pkg, err := OpenPackage("pack", dir)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// The first word is a program of the folder or of PATH, other words are files of the
// folder where they have a slash and exist.
func TestCommandOfAManifest(t *testing.T) {
	programs := folder(t, map[string]string{"python3": "#!", "adapter": "#!", "notes": "no program"})
	t.Setenv("PATH", programs)
	t.Setenv(AdapterVariable, filepath.Join(programs, "adapter"))
	dir := folder(t, map[string]string{"venv/bin/python": "#!", "src/main.py": "", "main.py": "", "plugin.hcl": `command = ["x"]`})
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, test := range []struct {
		command     []string
		interpreter string
		adapter     bool
		want        []string
	}{
		{[]string{"venv/bin/python", "main.py"}, "", false, []string{in("venv/bin/python"), "main.py"}},
		{[]string{"./venv/bin/python", "src/main.py", "gone/x"}, "", false, []string{in("venv/bin/python"), in("src/main.py"), "gone/x"}},
		{[]string{"python3", "-u"}, "", false, []string{programs + "/python3", "-u"}},
		{[]string{"gone/python", "main.py"}, "python3", false, []string{programs + "/python3", "main.py"}},
		{[]string{"python3"}, programs + "/adapter", false, []string{programs + "/adapter"}},
		{[]string{"python3", "/etc/x"}, "", true, []string{programs + "/adapter", programs + "/python3", "/etc/x"}},
	} {
		pkg := opened(t, dir)
		pkg.Manifest, pkg.Interpreter = &manifest.Manifest{Command: test.command, Adapter: test.adapter}, test.interpreter
		cmd, err := pkg.Command()
		if err != nil || !slices.Equal(cmd.Args, test.want) || cmd.Path != test.want[0] || cmd.Dir != dir {
			t.Errorf("%v: %v in %s, %v; want %v", test.command, cmd.Args, cmd.Dir, err, test.want)
		}
	}
	for word, want := range map[string]string{
		"julia":              "julia is not in PATH",
		"notes":              "notes is not in PATH",
		"gone/bin/python":    dir + "/gone/bin/python does not exist; install it with: make packs",
		"src/main.py":        "is not executable",
		programs + "/python": programs + "/python does not exist; install it with: make packs",
	} {
		pkg := Package{Name: "pack", Root: dir, Manifest: &manifest.Manifest{Command: []string{word}, Install: "make packs"}}
		if _, err := pkg.Command(); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", word, err)
		}
	}
	t.Setenv(AdapterVariable, "/nowhere/adapter")
	pkg := Package{Root: dir, Manifest: &manifest.Manifest{Command: []string{"python3"}, Adapter: true}}
	if _, err := pkg.Command(); err == nil || !strings.Contains(err.Error(), "/nowhere/adapter; run make build") {
		t.Errorf("without an adapter: %v", err)
	}
}

// A package with a manifest costs nothing until somebody wants it, and what is wrong
// with one has its place.
func TestPackagesWithManifests(t *testing.T) {
	dir := folder(t, map[string]string{
		"good/plugin.hcl": "command = [\"sh\"]\nlearners = [\"l\"]\n", "good/model": "weights",
		"bad/plugin.hcl": "command = [\"sh\"]\nlearner = [\"l\"]\n",
	})
	found, unusable := FindPackages(dir)
	if len(found) != 1 || found[0].Name != "good" || found[0].Digest != "" || found[0].Manifest.Learners[0] != "l" || found[0].Limits.Start != 0 {
		t.Errorf("%+v", found)
	}
	if len(unusable) != 1 || !strings.Contains(unusable[0].Error(), `bad/plugin.hcl:2: Unknown attribute "learner": Did you mean "learners"?`) {
		t.Errorf("%v", unusable)
	}
	good, err := OpenPackage("good", filepath.Join(dir, "good"))
	if err != nil || good.Digest == "" {
		t.Errorf("%+v, %v", good, err)
	}
}

// The bytes of the adapter belong to what it stands before.
func TestAdapterIsHashed(t *testing.T) {
	dir := folder(t, map[string]string{"plugin.hcl": "command = [\"sh\"]\nadapter = true\n", "adapter": "#! one"})
	adapter := filepath.Join(folder(t, map[string]string{"adapter": "#! one"}), "adapter")
	t.Setenv(AdapterVariable, adapter)
	before := opened(t, dir)
	if err := os.WriteFile(adapter, []byte("#! two"), 0o755); err != nil {
		t.Fatal(err)
	}
	if opened(t, dir).Digest == before.Digest || before.verify(starting) == nil {
		t.Error("another adapter leaves the digest")
	}
}

// python is a fake that has three libraries.
const python = `#!/bin/sh
[ "$1" = -c ] || exit 9
echo grpcio 1.59.0
echo numpy 1.22.4
echo scikit-learn 1.5rc1
`

func TestLacks(t *testing.T) {
	for _, test := range []struct{ manifest, program, want string }{
		{`requires = ["grpcio", "scikit-learn >= 1.2"]`, python, ""},
		{`requires = ["xgboost", "grpcio"]`, python, "xgboost is missing in PY; install it with: PY -m pip install -U xgboost"},
		{"requires = [\"xgboost\", \"scipy > 1\", \"numpy >= 1.23\"]\ninstall = \"make packs\"", python,
			"xgboost and scipy are missing in PY; numpy is 1.22.4 in PY, and the plugin needs >= 1.23; install it with: make packs"},
		{`requires = ["grpcio"]`, "#!/bin/sh\necho no libpython >&2\nexit 4\n", "PY does not run: exit status 4; its last words: no libpython"},
		{`requires = ["grpcio"]`, "", "PY does not exist"},
	} {
		files := map[string]string{"plugin.hcl": "command = [\"bin/python\"]\nlanguage = \"python\"\n" + test.manifest}
		if test.program != "" {
			files["bin/python"] = test.program
		}
		pkg := opened(t, folder(t, files))
		got := ""
		if err := pkg.Lacks(t.Context()); err != nil {
			got = must.ReplaceAll(err.Error(), pkg.Root+"/bin/python", "PY")
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.manifest, got, test.want)
		}
	}
}

// A start that fails is explained by what is missing, if something is; one that
// succeeds asks nobody.
func TestFailedStartSaysWhatIsMissing(t *testing.T) {
	dir := folder(t, map[string]string{
		"plugin.hcl":  "command = [\"bin/Rscript\", \"main.R\"]\nlanguage = \"r\"\nrequires = [\"caret\"]\n",
		"bin/Rscript": "#!/bin/sh\n[ \"$1\" = -e ] && echo caret && exit 0\necho 'there is no package called caret' >&2\nexit 1\n",
		"complete/R":  "#!/bin/sh\n[ \"$1\" = -e ] && echo caret 6.0-94 && exit 0\necho 'a bug' >&2\nexit 1\n",
	})
	pool := NewPool([]Package{opened(t, dir)}, folders(t))
	defer pool.Close()
	_, errs := pool.Describe(t.Context())
	want := "caret is missing in " + dir + "/bin/Rscript; install it with: " + dir + `/bin/Rscript -e 'install.packages(c("caret"))'`
	if len(errs) != 1 || !strings.HasSuffix(errs[0].Error(), want) || PluginOf(errs[0]) != "pack" {
		t.Errorf("%v", errs)
	}
	complete := opened(t, dir)
	complete.Interpreter = filepath.Join(dir, "complete/R")
	pool = NewPool([]Package{complete}, folders(t))
	defer pool.Close()
	if _, errs := pool.Describe(t.Context()); len(errs) != 1 || !strings.Contains(errs[0].Error(), "its last words: a bug") {
		t.Errorf("%v", errs)
	}
	if ready, lacking := Complete(t.Context(), []Package{opened(t, dir), complete}); len(ready) != 1 || len(lacking) != 1 {
		t.Errorf("ready %v, lacking %v", ready, lacking)
	}
}
