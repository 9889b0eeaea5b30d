// Package imports holds the tables of allowed imports: which district may look at which,
// and where outside libraries are at home.
package imports

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/manyclass/bench/"

// districts are the folders of framework in the order in which data pass, with the districts
// that each may import. What is not below stays out of sight: imports only go down. To allow
// a new look, add it here and say why in the commit.
var districts = []struct{ name, sees string }{
	{"base", ""},
	{"contract", "base"},
	{"data", "base contract"},
	{"evaluation", "base contract"},
	{"results", "base contract data evaluation"},
	{"language", "base contract data evaluation results"},
	{"host", "base contract language"},
	{"sdk", "base contract data host"},
	{"remote", "base contract data language host"},
	{"running", "base contract data evaluation results language host"},
	{"showing", "base contract data evaluation results language running"},
}

// borders are narrower than a district: these rooms, with all below them, see nothing of
// the module but what is listed.
var borders = []struct{ room, sees, why string }{
	{"framework/contract", "framework/base framework/contract", "a contract that all share needs nothing"},
	{"framework/sdk", "framework/base framework/contract framework/sdk sdk", "it is in every plugin"},
	{"framework/sdk/sdktest", "framework", "it plays the host"},
	{"framework/sdk/scaffold", "framework/base sdk", "it writes files and runs nothing"},
	{"framework/remote", "framework/base framework/contract framework/data framework/language framework/remote",
		"what downloads data knows nothing of plugins"},
	{"framework/remote/install", "framework", "it hashes the plugins of archives as the host does"},
	{"framework/remote/packing", "framework", "it starts the plugin that it packs"},
	{"framework/running", "framework/base framework/contract framework/data framework/evaluation framework/results " +
		"framework/language framework/running", "all of it is tested with plugins in the same process"},
	{"framework/running/cluster", "framework", "nodes start plugins of their own"},
	{"framework/running/doctor", "framework", "it starts plugins to see whether they work"},
	{"framework/running/verify", "framework", "it starts the plugins of experiments again"},
	{"framework/running/launch", "framework", "it starts the plugins of an experiment"},
	{"framework/running/lsp", "framework", "it opens experiments as commands do"},
	{"plugins", "framework/base framework/contract framework/evaluation/code plugins", "an algorithm needs no host"},
	{"cmd/bench", "docs framework cmd/bench experiments plugins/shipped",
		"the command is above all, and holds the plugins"},
	{"cmd/identify", "", "it runs before anything is built"},
	{"cmd/bench-adapter", "framework/sdk", "it is a plugin"},
	{"sdk", "", "it holds the sources of other languages"},
	{"release", "release", "it packs what is built, and asks the program for the rest"},
	{"experiments", "", "it holds files, some of them inside the program"},
}

// libraries are the outside modules with one home each.
var libraries = map[string][]string{
	"github.com/hashicorp/hcl/v2":       {"framework/language/", "framework/host/manifest"},
	"github.com/hashicorp/go-plugin":    {"framework/contract/wire", "framework/sdk", "framework/host"},
	"github.com/schollz/progressbar/v3": {"framework/showing/progress"},
	"github.com/spf13/cobra":            {"cmd/bench"},
	"github.com/spf13/pflag":            {"cmd/bench"},
	"google.golang.org/grpc":            {"framework/contract/wire", "framework/sdk", "framework/host"},
	"github.com/bufbuild/protocompile":  {"framework/contract/wire/protogen"},
	"github.com/zclconf/go-cty":         {"framework/language/"},
	"google.golang.org/protobuf":        {"framework/contract/wire", "framework/contract/wire/protogen"},
	"github.com/hashicorp/go-hclog":     {"framework/sdk", "framework/host"},
	"aead.dev/minisign":                 {"framework/remote/signature"},
	"golang.org/x/term":                 {"cmd/bench"},
	"github.com/creachadair/jrpc2":      {"framework/running/lsp"},
	"golang.org/x/sync":                 {"framework/showing/report", "plugins/internal/"},
	"golang.org/x/text":                 {"framework/data/textfile", "framework/showing/methods"},
	"gonum.org/v1/plot":                 {"framework/showing/picture"},
	"codeberg.org/go-pdf/fpdf":          {"framework/showing/picture"},
	"codeberg.org/go-fonts/liberation":  {"framework/showing/picture"},
	"golang.org/x/image":                {"framework/showing/picture"},
	"github.com/parquet-go/parquet-go":  {"framework/showing/export", "framework/data/parquetfile"},
	"github.com/aymanbagabas/go-udiff":  {"cmd/bench"},
	"github.com/klauspost/compress":     {"framework/remote/packing"},
	"github.com/agext/levenshtein":      {"framework/base/wording"},
	"github.com/rivo/uniseg":            {"framework/base/wording"},
	"golang.org/x/sys":                  {"framework/host", "framework/base/processes", "framework/base/matrix", "framework/base/mapped", "framework/base/scratch", "framework/base/sealed", "plugins/internal/kernel"},
	"github.com/google/licensecheck":    {"release/modules"},
	"github.com/BurntSushi/toml":        {"release"},
	"gonum.org/v1/gonum":                {"framework/data/encode", "framework/evaluation/stats", "framework/evaluation/stats/", "plugins/"},
}

type listed struct {
	ImportPath string
	Imports    []string
}

func list(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string][]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages[strings.TrimPrefix(p.ImportPath, module)] = p.Imports
	}
	return packages
}

// examined leaves out what stands beside the house: tests, documents, examples.
func examined(room string) bool {
	return !strings.HasPrefix(room, "test/") && !strings.HasPrefix(room, "examples/") && !strings.HasPrefix(room, "docs/")
}

func TestImportsGoDown(t *testing.T) {
	sees := map[string][]string{}
	for _, d := range districts {
		for _, name := range strings.Fields(d.sees) {
			if _, before := sees[name]; !before {
				t.Errorf("the table lets %s see %s, which does not come before it", d.name, name)
			}
		}
		sees[d.name] = append(strings.Fields(d.sees), d.name)
	}
	used := map[string]bool{}
	packages := list(t)
	for room, imports := range packages {
		if isPlugin(room) {
			checkPlugin(t, room, imports)
			continue
		}
		parts := strings.Split(room, "/")
		inFramework := parts[0] == "framework" && len(parts) > 1
		if inFramework && sees[parts[1]] == nil {
			t.Errorf("%s is in no district of the table", room)
		}
		for _, path := range imports {
			other, ours := strings.CutPrefix(path, module)
			if !ours || !examined(room) {
				continue
			}
			if at := strings.Split(other, "/"); inFramework && at[0] == "framework" {
				used[parts[1]+" "+at[1]] = true
				if !slices.Contains(sees[parts[1]], at[1]) {
					t.Errorf("%s imports %s, and %s does not see %s", room, other, parts[1], at[1])
				}
			}
			checkBorder(t, room, other)
		}
	}
	for _, d := range districts {
		for _, name := range strings.Fields(d.sees) {
			if !used[d.name+" "+name] {
				t.Errorf("%s need not see %s", d.name, name)
			}
		}
	}
	for _, b := range borders {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(packages)), func(room string) bool { return within(room, b.room) }) {
			t.Errorf("a border is around %s, which does not exist", b.room)
		}
	}
}

// checkBorder holds a room to the narrowest border around it.
func checkBorder(t *testing.T, room, imported string) {
	narrowest := -1
	for i, b := range borders {
		if within(room, b.room) && (narrowest < 0 || len(b.room) > len(borders[narrowest].room)) {
			narrowest = i
		}
	}
	if narrowest < 0 {
		return
	}
	b := borders[narrowest]
	if !slices.ContainsFunc(strings.Fields(b.sees), func(seen string) bool { return within(imported, seen) }) {
		t.Errorf("%s imports %s; %s, and sees %s", room, imported, b.why, cmp.Or(b.sees, "nothing of this module"))
	}
}

// within reports whether a room is one with all below it.
func within(room, above string) bool { return room == above || strings.HasPrefix(room, above+"/") }

// isPlugin reports whether a room is the main program of a plugin.
func isPlugin(room string) bool {
	_, err := os.Stat("../../" + room + "/main.go")
	return err == nil && strings.HasPrefix(room, "plugins/")
}

// checkPlugin lets a plugin import the SDK and what stands in its own folder.
func checkPlugin(t *testing.T, room string, imports []string) {
	for _, path := range imports {
		used, ours := strings.CutPrefix(path, module)
		if ours && used != "framework/contract" && used != "framework/sdk" && !strings.HasPrefix(used, room+"/") {
			t.Errorf("%s imports %s: a plugin imports contract, sdk and its own folder", room, used)
		}
	}
}

func TestLibrariesStayAtHome(t *testing.T) {
	for room, imports := range list(t) {
		if !examined(room) {
			continue
		}
		for _, path := range imports {
			for library, homes := range libraries {
				if path != library && !strings.HasPrefix(path, library+"/") {
					continue
				}
				if !slices.ContainsFunc(homes, func(home string) bool {
					return room == home || strings.HasSuffix(home, "/") && strings.HasPrefix(room, home)
				}) {
					t.Errorf("%s imports %s, which only %s may", room, path, strings.Join(homes, ", "))
				}
			}
		}
	}
}

// An outside import without an entry in libraries would escape the check.
func TestEveryLibraryHasAHome(t *testing.T) {
	for room, imports := range list(t) {
		for _, path := range imports {
			if !strings.Contains(strings.Split(path, "/")[0], ".") || strings.HasPrefix(path, module) || !examined(room) {
				continue
			}
			known := false
			for library := range libraries {
				known = known || path == library || strings.HasPrefix(path, library+"/")
			}
			if !known {
				t.Errorf("%s imports %s, which has no home in the table", room, path)
			}
		}
	}
}
