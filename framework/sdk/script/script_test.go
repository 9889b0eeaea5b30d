package script_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/framework/sdk/script"
	"github.com/manyclass/bench/framework/sdk/sdktest"
)

// adapt makes the test binary an adapter, as cmd/bench-adapter is one.
const adapt = "-adapt"

func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != adapt {
		os.Exit(m.Run())
	}
	p, err := script.Start(os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	sdk.Serve(p)
}

// packageOf makes an executable that adapts a command.
func packageOf(t *testing.T, command ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	line := "#!/bin/sh\nexec"
	for _, word := range append([]string{self, adapt}, command...) {
		line += " " + strconv.Quote(word)
	}
	path := filepath.Join(t.TempDir(), "adapted")
	if err := os.WriteFile(path, []byte(line+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// faulty starts testdata/faulty.sh.
func faulty(t *testing.T, mode string) (*host.Process, error) {
	t.Helper()
	path, err := filepath.Abs("testdata/faulty.sh")
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := host.OpenPackage("adapted", packageOf(t, "sh", path, mode))
	if err != nil {
		t.Fatal(err)
	}
	short, err := os.MkdirTemp("", "s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(short) })
	p, err := host.Start(t.Context(), pkg, host.Folders{Sockets: short, Temporary: t.TempDir()})
	if err == nil {
		t.Cleanup(func() { p.Stop(time.Second) })
	}
	return p, err
}

const columnsOfFour = `[{"name":"size","kind":"numeric"},{"name":"hue","kind":"nominal","values":["red","blue"]}]`

// fourRows are rows of the classes 0, 0, 1 and 2.
func fourRows(t *testing.T) (service.Features, service.RowSet) {
	t.Helper()
	x, w := filepath.Join(t.TempDir(), "X.npy"), filepath.Join(t.TempDir(), "w.npy")
	if err := errors.Join(matrix.WriteFloat64(x, 4, 2, []float64{1, 2, 3, 4, 5, 6, 0.1, 8}),
		matrix.WriteFloat64(w, 4, 0, []float64{1, 2, 3, 4})); err != nil {
		t.Fatal(err)
	}
	set := service.RowSet{Weights: w, Shift: []float64{1, 0}, Scale: []float64{1, 2},
		Ranges: []contract.Range{{Start: 0, End: 2}, {Start: 2, End: 3, Class: 1}, {Start: 3, End: 4, Class: 2}}}
	columns := filepath.Join(t.TempDir(), "columns.json")
	if err := os.WriteFile(columns, []byte(columnsOfFour), 0o600); err != nil {
		t.Fatal(err)
	}
	return service.Features{Rows: 4, Cols: 2, Dense: x, Columns: columns}, set
}

// take trains and scores, and returns the scores.
func take(ctx context.Context, t *testing.T, p *host.Process, config contract.Config) ([]float64, service.Trained, error) {
	t.Helper()
	features, set := fourRows(t)
	var done service.Trained
	err := p.Train(ctx, service.TrainCall{
		Component: "first", Config: config, Features: features, RowSets: []service.RowSet{set},
		Problems: []service.Problem{{Task: contract.Binary, Column: []int8{1, 0, -1}, Classes: 3, Seed: 1<<63 + 5}},
	}, func(d service.Trained) { done = d })
	if err = errors.Join(err, done.Err); err != nil {
		return nil, done, err
	}
	call := service.ScoreCall{Models: []string{done.Model}, Features: features, Ranges: set.Ranges,
		Output: filepath.Join(t.TempDir(), "scores.npy")}
	if _, err := p.Score(ctx, call); err != nil {
		return nil, done, err
	}
	scores, err := matrix.ReadAnswer[float64](call.Output, 4, 1)
	return scores, done, errors.Join(err, p.Forget(ctx, call.Models))
}

// A script sees the rows of the problem alone, shifted and scaled, and a seed that
// every language can hold.
func TestAScriptSeesPlainMatrices(t *testing.T) {
	p, err := faulty(t, "")
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	scores, done, err := take(t.Context(), t, p, contract.NewConfig(map[string]any{"to": to}))
	if err != nil || !slices.Equal(scores, []float64{0, 2, 4, -0.9}) {
		t.Errorf("scores %v, %v", scores, err)
	}
	if f := done.Fit; f.Objective != 1.5 || !f.HasObjective || !f.Unconverged || f.End != contract.MaxIter {
		t.Errorf("fit %+v", f)
	}
	for name, want := range map[string]string{
		"X": "0 1\n2 2\n-0.9 4\n", "names": columnsOfFour, "y": "1\n1\n-1\n", "weights": "1\n2\n4\n",
	} {
		if got, err := os.ReadFile(filepath.Join(to, name)); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	line, _ := os.ReadFile(filepath.Join(to, "line"))
	if !strings.Contains(string(line), `"rows":3,"columns":2,"classes":3,"seed":5,`) {
		t.Errorf("line %s", line)
	}
}

// Every fault of a script is told for what it is. Some cost the process, and the host
// starts another.
func TestFaultsOfScripts(t *testing.T) {
	for mode, test := range map[string]struct {
		want string
		lost bool
	}{
		"train-garbage": {`wrote "Loading required package: lattice" to stdout, which is not a JSON object`, true},
		"train-exit":    {"these are my last words", true},
		"train-long":    {"wrote a line of more than 64 MiB to stdout", true},
		"train-twice":   {`wrote "{}" to stdout without being asked`, true},
		"train-error":   {"the matrix is singular", false},
		"train-field":   {`unknown field "objectiv"`, false},
		"score-nothing": {"scores", false},
		"score-pipe":    {"not a regular file", false},
		"score-link":    {"is a link", false},
		"score-hole":    {"has 1099511627776 bytes, which are too many for 4 × 1 numbers", false},
		"score-rows":    {"1 lines were written where 4 were asked for", false},
		"score-columns": {"3 numbers were written where 1 were asked for", false},
		"score-words":   {`"eleven" is not a number`, false},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p, err := faulty(t, mode)
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = take(t.Context(), t, p, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) || errors.Is(err, service.ErrLost) != test.lost {
				t.Errorf("%v", err)
			}
			if _, err := p.Describe(t.Context()); (err != nil) != test.lost {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// A script that answers on file descriptor 3 may print what it likes.
func TestAScriptThatPrints(t *testing.T) {
	p, err := faulty(t, "aside")
	if err != nil {
		t.Fatal(err)
	}
	if scores, _, err := take(t.Context(), t, p, nil); err != nil || !slices.Equal(scores, []float64{0, 2, 4, -0.9}) {
		t.Errorf("scores %v, %v", scores, err)
	}
}

// Scores that are NaN reach the host, which refuses them.
func TestScoresOfNaN(t *testing.T) {
	p, err := faulty(t, "score-nan")
	if err != nil {
		t.Fatal(err)
	}
	scores, _, err := take(t.Context(), t, p, nil)
	if err != nil || scores[3] == scores[3] {
		t.Errorf("scores %v, %v", scores, err)
	}
}

// A script that does not answer is ended with its children.
func TestAScriptWithoutAnAnswer(t *testing.T) {
	p, err := faulty(t, "train-silent")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, _, err := take(ctx, t, p, nil); !errors.Is(err, context.Canceled) || p.Alive() {
		t.Errorf("%v, alive %v", err, p.Alive())
	}
}

// A script that cannot describe itself does not start.
func TestScriptsThatDoNotStart(t *testing.T) {
	for mode, want := range map[string]string{"describe-exit": "exit status 4", "typo": `unknown field "componets"`} {
		if _, err := faulty(t, mode); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

// A script judges configurations.
func TestAScriptValidates(t *testing.T) {
	p, err := faulty(t, "")
	if err != nil {
		t.Fatal(err)
	}
	validate := func(to string) contract.Verdict {
		ref := service.ComponentRef{Kind: contract.KindLearner, Name: "first", Config: contract.NewConfig(map[string]any{"to": to})}
		v, err := p.Validate(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	ds := validate("nowhere").Diagnostics
	if len(ds) != 1 || ds[0].Severity != contract.Error || ds[0].Summary != "no such place" ||
		fmt.Sprint(ds[0].Path) != "[to 2]" {
		t.Errorf("%+v", ds)
	}
	v := validate("here")
	if v.Diagnostics != nil || !v.Capabilities.Can(contract.Regression) || v.Capabilities.Scores != contract.LogOdds ||
		v.Runtimes["library"] != "2.1" {
		t.Errorf("%+v", v)
	}
}

// Reducers may be scripts: their state comes back, and without predictions the largest
// score decides.
func TestReducersThatAreScripts(t *testing.T) {
	p, err := faulty(t, "")
	if err != nil {
		t.Fatal(err)
	}
	ref := service.ComponentRef{Kind: contract.KindReducer, Name: "rest"}
	stage, ds, err := p.Plan(t.Context(), ref, contract.Reduction{Classes: []string{"a", "b", "c"}, Counts: []int{1, 2, 3}})
	if err != nil || ds != nil || stage.Check(3) != nil || stage.Count() != 3 {
		t.Fatalf("%+v, %v, %v", stage, ds, err)
	}
	dir := t.TempDir()
	call := service.DecodeCall{Component: ref, State: stage.State, Kind: contract.Margin, Scores: dir + "/s.npy",
		ClassScores: dir + "/c.npy", Predictions: dir + "/k.npy", Probabilities: dir + "/p.npy"}
	if err := matrix.WriteFloat64(call.Scores, 2, 3, []float64{0, 0.1, -1, 3, 2, 3}); err != nil {
		t.Fatal(err)
	}
	done, err := p.Decode(t.Context(), call)
	if err != nil || done.Probabilities {
		t.Fatal(err)
	}
	if k, err := matrix.ReadInt32(call.Predictions); err != nil || !slices.Equal(k, []int32{1, 0}) {
		t.Errorf("predictions %v, %v", k, err)
	}
	half, err := faulty(t, "decode-half")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := half.Decode(t.Context(), call); err == nil ||
		!strings.Contains(err.Error(), "the prediction 1.7 is not a whole number from 0") {
		t.Errorf("%v", err)
	}
	call.State = []byte(`{"k":4}`)
	if _, err := p.Decode(t.Context(), call); err == nil || !strings.Contains(err.Error(), "the state is lost") {
		t.Errorf("%v", err)
	}
}

// The example of the guide keeps the promises of plugins.
func TestTheExample(t *testing.T) {
	path, err := filepath.Abs("../../../examples/plugins/shell/centroid.sh")
	if err != nil {
		t.Fatal(err)
	}
	sdktest.Test(t, packageOf(t, "sh", path), sdktest.Options{})
}
