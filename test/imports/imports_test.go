// Package imports holds the table of allowed imports: which room may use which.
package imports

import (
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/manyclass/bench/"

// floors lists every package with the packages of this module that it may
// import (tests aside). A package comes after all it imports, so that imports
// only go down. To allow a new import, add it here and say why in the commit.
var floors = []struct {
	room    string
	imports string
}{
	{"framework/contract", ""},
	{"framework/wording", ""},
	{"framework/grouped", ""},
	{"framework/lists", ""},
	{"framework/heap", ""},
	{"framework/ledger", ""},
	{"framework/target", ""},
	{"framework/cost", "framework/contract framework/wording"},
	{"test/realdata", ""},
	{"framework/matrix", ""},
	{"framework/stats", ""},
	{"framework/stats/posthoc", "framework/lists"},
	{"framework/stats/bayes", "framework/stats"},
	{"framework/stats/bayes/hierarchical", "framework/lists framework/stats framework/stats/bayes"},
	{"framework/calibration", "framework/lists"},
	{"framework/scratch", ""},
	{"framework/inputfile", ""},
	{"framework/sealed", ""},
	{"framework/code", "framework/contract"},
	{"framework/service", "framework/contract"},
	{"framework/diagnose", "framework/code framework/contract"},
	{"framework/store", "framework/code framework/contract framework/diagnose framework/inputfile framework/service framework/target framework/wording"},
	{"framework/data", "framework/contract framework/lists framework/target"},
	{"framework/records", "framework/contract framework/data framework/lists framework/matrix framework/sealed framework/service"},
	{"framework/data/generate", "framework/contract framework/data framework/lists framework/target"},
	{"framework/data/notation", ""},
	{"framework/data/collect", "framework/data framework/data/notation framework/wording"},
	{"framework/data/source", "framework/contract framework/cost framework/data framework/data/generate framework/data/notation"},
	{"framework/data/textfile", "framework/data framework/inputfile framework/wording"},
	{"framework/data/mulan", "framework/data framework/data/textfile"},
	{"framework/data/reader", "framework/data framework/data/collect framework/data/notation framework/data/source framework/data/textfile framework/lists"},
	{"framework/data/arff", "framework/data framework/data/collect framework/data/reader framework/data/source framework/data/textfile"},
	{"framework/data/delimited", "framework/data framework/data/collect framework/data/notation framework/data/reader framework/data/source framework/data/textfile framework/lists"},
	{"framework/data/parquetfile", "framework/data framework/data/collect framework/data/notation framework/data/reader framework/data/source framework/data/textfile"},
	{"framework/data/svmlight", "framework/data framework/data/collect framework/data/notation framework/data/reader framework/data/source framework/data/textfile"},
	{"framework/data/formats", "framework/contract framework/data framework/data/arff framework/data/delimited framework/data/parquetfile framework/data/reader framework/data/source framework/data/svmlight framework/lists"},
	{"framework/data/splits", "framework/data framework/data/textfile framework/lists framework/wording"},
	{"framework/data/loader", "framework/contract framework/cost framework/data framework/data/collect framework/data/formats framework/data/generate framework/data/mulan framework/data/notation framework/data/reader framework/data/source framework/data/splits framework/data/textfile framework/lists framework/target framework/wording"},
	{"framework/fold", "framework/contract framework/data framework/lists framework/target framework/wording"},
	{"framework/metric", "framework/contract framework/cost framework/lists framework/target"},
	{"framework/encode", "framework/contract framework/data framework/lists framework/wording"},
	{"framework/plan", "framework/code framework/contract framework/grouped framework/lists framework/metric framework/service framework/target"},
	{"framework/score", "framework/contract framework/diagnose framework/grouped framework/lists framework/metric framework/plan framework/stats framework/store framework/target framework/wording"},
	{"test/scoretest", "framework/contract framework/diagnose framework/metric framework/plan framework/score framework/store framework/target"},
	{"framework/table/sheet", "framework/lists framework/wording"},
	{"framework/table", "framework/contract framework/grouped framework/lists framework/metric framework/plan framework/score framework/stats framework/stats/posthoc framework/store framework/table/sheet framework/wording"},
	{"framework/export", "framework/diagnose framework/lists framework/plan framework/score framework/store framework/target framework/wording"},
	{"framework/picture", "framework/lists framework/stats framework/store framework/wording"},
	{"framework/compare/measured", "framework/data/notation framework/data/textfile framework/inputfile framework/lists framework/stats framework/wording"},
	{"framework/compare", "framework/compare/measured framework/contract framework/lists framework/picture framework/plan framework/stats framework/stats/bayes framework/stats/bayes/hierarchical framework/stats/posthoc framework/store framework/table/sheet framework/wording"},
	{"framework/cite", "framework/compare framework/contract framework/grouped framework/inputfile framework/plan"},
	{"framework/report/look", ""},
	{"framework/diff", "framework/grouped framework/metric framework/picture framework/plan framework/report/look framework/score framework/service framework/stats framework/store framework/table/sheet framework/wording"},
	{"framework/report/answer", "framework/compare framework/lists framework/metric framework/picture framework/plan framework/score framework/stats framework/stats/posthoc framework/store framework/table framework/table/sheet framework/wording"},
	{"framework/report/explore", "framework/lists framework/metric framework/plan framework/score framework/store framework/table framework/table/sheet framework/target"},
	{"framework/report", "framework/compare framework/compare/measured framework/contract framework/export framework/grouped framework/lists framework/metric framework/picture framework/plan framework/report/answer framework/report/explore framework/report/look framework/score framework/service framework/store framework/table framework/table/sheet framework/wording"},
	{"framework/executor", ""},
	{"framework/executor/slurm", "framework/executor framework/lists"},
	{"framework/experiment/diagnostic", "framework/contract framework/wording"},
	{"framework/experiment/syntax", "framework/experiment/diagnostic framework/inputfile framework/wording"},
	{"framework/experiment/expression", "framework/contract framework/experiment/diagnostic framework/experiment/syntax framework/wording"},
	{"framework/experiment/typed", "framework/contract framework/experiment/expression framework/lists framework/wording"},
	{"framework/experiment/requires", "framework/contract framework/experiment/diagnostic framework/experiment/expression framework/experiment/syntax framework/store"},
	{"framework/experiment", "framework/calibration framework/compare framework/contract framework/experiment/diagnostic framework/experiment/expression framework/experiment/requires framework/experiment/syntax framework/experiment/typed framework/inputfile framework/lists framework/metric framework/plan framework/wording"},
	{"framework/prepare/suspects", "framework/contract framework/data framework/data/formats framework/data/loader framework/data/source framework/experiment framework/experiment/diagnostic framework/lists framework/wording"},
	{"framework/prepare/splitting", "framework/contract framework/data framework/matrix framework/records framework/scratch framework/sealed framework/service"},
	{"framework/folder", "framework/contract framework/diagnose framework/fold framework/grouped framework/lists framework/metric framework/plan framework/score framework/service framework/store framework/wording"},
	{"framework/prepare", "framework/code framework/contract framework/cost framework/data framework/data/loader framework/data/source framework/encode framework/experiment framework/experiment/diagnostic framework/fold framework/folder framework/grouped framework/lists framework/plan framework/prepare/splitting framework/prepare/suspects framework/service framework/target framework/wording"},
	{"framework/caller", "framework/contract framework/prepare framework/service"},
	{"framework/fault", ""},
	{"framework/measure", "framework/caller framework/contract framework/data framework/fault framework/grouped framework/lists framework/matrix framework/metric framework/plan framework/prepare framework/score framework/sealed framework/service framework/store framework/target"},
	{"framework/run/outside", "framework/caller framework/contract framework/data framework/encode framework/experiment framework/fault framework/matrix framework/records framework/sealed framework/service"},
	{"framework/run/rows", "framework/contract framework/cost framework/data framework/encode framework/experiment framework/fault framework/fold framework/matrix framework/plan framework/prepare framework/run/outside framework/sealed framework/service framework/store"},
	{"framework/run/scores", "framework/contract framework/cost framework/lists framework/matrix framework/run/rows framework/service framework/store framework/target"},
	{"framework/run/session", "framework/caller framework/contract framework/experiment framework/fault framework/matrix framework/plan framework/run/outside framework/run/rows framework/run/scores framework/sealed framework/service framework/store"},
	{"framework/run/training", "framework/calibration framework/code framework/contract framework/experiment framework/fault framework/plan framework/run/rows framework/run/scores framework/run/session framework/service framework/store"},
	{"framework/run/stages", "framework/code framework/contract framework/diagnose framework/encode framework/experiment framework/fault framework/matrix framework/plan framework/prepare framework/run/rows framework/run/scores framework/run/session framework/run/training framework/sealed framework/service framework/store"},
	{"framework/run", "framework/caller framework/data framework/experiment framework/fault framework/grouped framework/ledger framework/lists framework/measure framework/metric framework/plan framework/prepare framework/run/outside framework/run/rows framework/run/session framework/run/stages framework/service framework/store framework/wording"},
	{"framework/progress", "framework/plan framework/run framework/store framework/wording"},

	{"framework/internal/wire", "framework/contract framework/service framework/wording"},
	{"framework/internal/wire/protogen", ""},
	{"framework/sdk", "framework/contract framework/heap framework/internal/wire framework/matrix framework/service"},
	{"framework/sdk/script", "framework/contract framework/matrix"},
	{"framework/host/manifest", "framework/contract framework/experiment/diagnostic framework/experiment/expression framework/experiment/requires framework/experiment/syntax framework/experiment/typed"},
	{"framework/host", "framework/contract framework/fault framework/host/manifest framework/internal/wire framework/lists framework/scratch framework/service framework/wording"},
	{"framework/sdk/sdktest", "framework/contract framework/data framework/host framework/matrix framework/prepare/splitting framework/scratch framework/service framework/target framework/wording"},

	{"plugins/internal/configured", "framework/contract"},
	{"plugins/internal/dense", "framework/contract"},
	{"plugins/internal/kernel", ""},
	{"plugins/internal/psd", "plugins/internal/kernel"},
	{"plugins/internal/linear", "framework/contract plugins/internal/dense plugins/internal/kernel"},
	{"plugins/internal/labels", "framework/contract plugins/internal/dense plugins/internal/linear"},
	{"plugins/internal/lbfgs", "framework/contract plugins/internal/kernel"},
	{"plugins/internal/smooth", "framework/contract plugins/internal/kernel plugins/internal/linear"},
	{"plugins/internal/sparse", "framework/contract plugins/internal/kernel plugins/internal/linear plugins/internal/smooth"},
	{"plugins/internal/newton", "framework/contract plugins/internal/kernel plugins/internal/lbfgs plugins/internal/smooth"},
	{"plugins/internal/sgd", "framework/contract framework/lists plugins/internal/kernel plugins/internal/lbfgs plugins/internal/smooth"},
	{"plugins/internal/moments", "framework/contract framework/lists plugins/internal/dense plugins/internal/kernel plugins/internal/labels plugins/internal/psd"},
	{"test/reference", "framework/contract test/realdata"},
	{"plugins/internal/rowset", "framework/contract plugins/internal/dense"},
	{"plugins/internal/cgls", "framework/contract plugins/internal/kernel"},
	{"plugins/internal/trainer", "framework/contract plugins/internal/dense plugins/internal/lbfgs plugins/internal/linear plugins/internal/newton plugins/internal/rowset plugins/internal/sgd plugins/internal/smooth plugins/internal/sparse"},
	{"plugins/logreg/logistic", "framework/contract plugins/internal/configured plugins/internal/linear plugins/internal/smooth plugins/internal/trainer"},
	{"plugins/internal/gram", "framework/contract plugins/internal/kernel"},
	{"plugins/svm/kernelised", "framework/contract plugins/internal/configured plugins/internal/gram plugins/internal/kernel plugins/internal/linear plugins/internal/trainer"},
	{"plugins/svm/margin", "framework/contract framework/lists plugins/internal/configured plugins/internal/dense plugins/internal/kernel plugins/internal/linear plugins/internal/psd plugins/internal/smooth plugins/internal/trainer"},
	{"plugins/lda/discriminant", "framework/contract plugins/internal/configured plugins/internal/linear plugins/internal/moments plugins/internal/psd"},
	{"plugins/least_squares/regression", "framework/contract plugins/internal/cgls plugins/internal/configured plugins/internal/labels plugins/internal/linear plugins/internal/moments plugins/internal/psd plugins/internal/rowset"},
	{"plugins/majority/constant", "framework/contract plugins/internal/configured plugins/internal/dense plugins/internal/linear"},
	{"plugins/qda/quadratic", "framework/contract plugins/internal/configured plugins/internal/kernel plugins/internal/linear plugins/internal/moments"},
	{"plugins/perceptron/pla", "framework/contract framework/lists plugins/internal/configured plugins/internal/dense plugins/internal/linear plugins/least_squares/regression"},
	{"plugins/naive_bayes/bayes", "framework/contract plugins/internal/configured plugins/internal/dense plugins/internal/labels plugins/internal/linear"},
	{"plugins/tree/cart", "framework/contract framework/lists plugins/internal/configured plugins/internal/labels"},
	{"plugins/tree/boost", "framework/contract framework/lists plugins/internal/configured plugins/internal/labels plugins/internal/linear plugins/internal/rowset plugins/tree/cart"},
	{"plugins/internal/cholesky", "plugins/internal/kernel"},
	{"plugins/svm/rlsc", "framework/contract framework/lists plugins/internal/cholesky plugins/internal/configured plugins/internal/gram plugins/internal/labels plugins/internal/rowset"},
	{"plugins/knn/neighbours", "framework/contract framework/lists plugins/internal/configured plugins/internal/kernel plugins/internal/labels plugins/internal/rowset"},
	{"plugins/reducers/codes", "framework/code framework/contract framework/lists framework/wording plugins/internal/psd"},
	{"plugins/reducers/decode", "framework/contract framework/lists plugins/internal/kernel plugins/internal/psd"},
	{"plugins/reducers/labels", "framework/contract framework/lists plugins/reducers/decode"},
	{"plugins/reducers/reducer", "framework/code framework/contract framework/lists framework/wording plugins/internal/configured plugins/reducers/codes plugins/reducers/decode plugins/reducers/labels"},
	{"plugins/shipped", "framework/contract plugins/tree/boost plugins/svm/rlsc plugins/knn/neighbours plugins/lda/discriminant plugins/least_squares/regression plugins/logreg/logistic plugins/majority/constant plugins/naive_bayes/bayes plugins/perceptron/pla plugins/qda/quadratic plugins/reducers/reducer plugins/svm/kernelised plugins/svm/margin plugins/tree/cart"},

	{"sdk", ""},
	{"test/packs", ""},
	{"framework/scaffold", "framework/lists framework/wording sdk"},
	{"cmd/bench-adapter", "framework/sdk framework/sdk/script"},
	{"framework/design", "framework/data framework/encode framework/experiment framework/export framework/fold framework/prepare framework/run/outside framework/wording"},
	{"framework/estimate", "framework/plan framework/store"},
	{"framework/planned", "framework/estimate framework/experiment framework/grouped framework/plan framework/prepare framework/store framework/wording"},
	{"framework/codelist", "framework/code framework/contract framework/export framework/folder framework/lists framework/plan framework/prepare framework/score framework/store framework/wording"},
	{"framework/cluster/depot", ""},
	{"framework/cluster/job", "framework/cluster/depot framework/executor framework/experiment framework/grouped framework/plan framework/store"},
	{"framework/cluster/slot", "framework/cluster/depot framework/cluster/job framework/host framework/lists framework/plan framework/prepare"},
	{"framework/cluster/waves", "framework/cluster/job framework/estimate framework/executor framework/experiment framework/plan framework/store framework/wording"},
	{"framework/serve", "framework/estimate framework/folder framework/grouped framework/plan framework/report framework/report/look framework/store framework/wording"},
	{"cmd/bench", "framework/caller framework/cite framework/cluster/depot framework/cluster/job framework/cluster/slot framework/cluster/waves framework/codelist framework/compare framework/compare/measured framework/contract framework/data/loader framework/design framework/diff framework/encode framework/executor framework/executor/slurm framework/experiment framework/experiment/diagnostic framework/experiment/requires framework/experiment/syntax framework/export framework/fold framework/folder framework/grouped framework/heap framework/host framework/host/manifest framework/inputfile framework/ledger framework/lists framework/measure framework/metric framework/plan framework/planned framework/prepare framework/progress framework/report framework/run framework/run/outside framework/scaffold framework/score framework/scratch framework/sdk/sdktest framework/serve framework/service framework/store framework/wording"},
}

// libraries are the outside modules with one home each.
var libraries = map[string][]string{
	"github.com/hashicorp/hcl/v2":       {"framework/experiment", "framework/experiment/", "framework/host/manifest"},
	"github.com/hashicorp/go-plugin":    {"framework/internal/wire", "framework/sdk", "framework/host"},
	"github.com/schollz/progressbar/v3": {"framework/progress"},
	"github.com/spf13/cobra":            {"cmd/bench"},
	"github.com/spf13/pflag":            {"cmd/bench"},
	"google.golang.org/grpc":            {"framework/internal/wire", "framework/sdk", "framework/host"},
	"github.com/bufbuild/protocompile":  {"framework/internal/wire/protogen"},
	"github.com/zclconf/go-cty":         {"framework/experiment", "framework/experiment/"},
	"google.golang.org/protobuf":        {"framework/internal/wire", "framework/internal/wire/protogen"},
	"github.com/hashicorp/go-hclog":     {"framework/sdk", "framework/host"},
	"golang.org/x/term":                 {"cmd/bench"},
	"golang.org/x/sync":                 {"framework/report", "plugins/internal/"},
	"golang.org/x/text":                 {"framework/data/textfile"},
	"gonum.org/v1/plot":                 {"framework/picture"},
	"codeberg.org/go-pdf/fpdf":          {"framework/picture"},
	"github.com/parquet-go/parquet-go":  {"framework/export", "framework/data/parquetfile"},
	"github.com/aymanbagabas/go-udiff":  {"cmd/bench"},
	"github.com/agext/levenshtein":      {"framework/wording"},
	"golang.org/x/sys":                  {"framework/host", "framework/matrix", "framework/scratch", "framework/sealed", "plugins/internal/kernel"},
	"gonum.org/v1/gonum":                {"framework/encode", "framework/stats", "framework/stats/", "plugins/"},
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
	packages := list(t)
	below := map[string]bool{}
	for _, f := range floors {
		allowed := strings.Fields(f.imports)
		for _, a := range allowed {
			if !below[a] {
				t.Errorf("the table lets %s import %s, which does not come before it", f.room, a)
			}
		}
		below[f.room] = true
		imports, exists := packages[f.room]
		if !exists {
			t.Errorf("the table names %s, which does not exist", f.room)
			continue
		}
		var used []string
		for _, path := range imports {
			if room, ours := strings.CutPrefix(path, module); ours {
				used = append(used, room)
				if !slices.Contains(allowed, room) {
					t.Errorf("%s imports %s, which the table does not allow", f.room, room)
				}
			}
		}
		for _, a := range allowed {
			if !slices.Contains(used, a) {
				t.Errorf("%s need not be allowed to import %s", f.room, a)
			}
		}
	}
	for room, imports := range packages {
		if isPlugin(room) {
			checkPlugin(t, room, imports)
		} else if examined(room) && !below[room] {
			t.Errorf("%s is not in the table of imports", room)
		}
	}
}

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
