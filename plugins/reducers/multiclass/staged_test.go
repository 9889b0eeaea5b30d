package multiclass

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// walk goes through the stages of a reduction of k classes. Every model is right
// on every row; there are three training rows a class. It returns the last state,
// the scores of one row of each class under all stages, and all columns.
func walk(t *testing.T, r contract.Reducer, k int) (state []byte, scores contract.Matrix, columns contract.Dense) {
	t.Helper()
	return walkOf(t, r, numbered(k))
}

// walkOf does so for classes with names.
func walkOf(t *testing.T, r contract.Reducer, of contract.Reduction) (state []byte, scores contract.Matrix,
	columns contract.Dense) {
	t.Helper()
	k := len(of.Classes)
	of.Tree = halved(k)
	const rows = 3
	training := contract.Training{Counts: slices.Repeat([]int{rows}, k), Kind: contract.LogOdds, Seed: 1}
	random := rand.New(rand.NewPCG(1, 1))
	for class := range k {
		for range rows {
			training.Classes = append(training.Classes, class)
			training.Features.Data = append(training.Features.Data, float64(class)+random.NormFloat64()/10,
				float64(class*class)+random.NormFloat64()/10)
		}
	}
	columns = make(contract.Dense, k)
	stage := mustPlan(t, r, of)
	var trained int
	for {
		if err := stage.Check(k); err != nil {
			t.Fatal(err)
		}
		trained += stage.Fits()
		scores = beside(scores, stage, k)
		if stage.Code() != nil {
			for class, row := range asMatrix(t, stage.Code()) {
				columns[class] = append(columns[class], row...)
			}
		}
		if !stage.Asks() {
			return stage.State, scores, columns
		}
		if stage.WantsScores() {
			training.Outputs = contract.Matrix{Rows: k * rows, Cols: columns.Columns()}
			for _, class := range training.Classes {
				for _, m := range columns[class] {
					training.Outputs.Data = append(training.Outputs.Data, 3*float64(m))
				}
			}
		}
		training.Features.Rows, training.Features.Cols = 0, 0
		if stage.Features {
			training.Features.Rows, training.Features.Cols = k*rows, 2
		}
		next, done, err := r.(contract.Stager).Next(stage.State, training)
		if err != nil {
			t.Fatal(err)
		}
		if done {
			return next.State, scores, columns
		}
		stage = next
	}
}

// beside appends the scores of a stage's models, all right, to those of one row of
// each class.
func beside(scores contract.Matrix, s contract.Stage, k int) contract.Matrix {
	width := s.Count()
	if s.Task() == contract.Multiclass {
		width = k
	}
	out := contract.Matrix{Rows: k, Cols: scores.Cols + width}
	for class := range k {
		if scores.Rows > 0 {
			out.Data = append(out.Data, scores.Row(class)...)
		}
		for l := range width {
			switch {
			case s.Task() != contract.Multiclass:
				out.Data = append(out.Data, 3*float64(s.Code().Column(l)[class]))
			case l == class:
				out.Data = append(out.Data, 3)
			default:
				out.Data = append(out.Data, -3)
			}
		}
	}
	return out
}

// configOf fills in what the host would.
func configOf(name, decoding string, k int) string {
	own := map[string]string{
		"one_vs_one": `,"asymmetric":false`, "ordered_one_vs_rest": `,"order":"frequency","draw":0`,
		"nested_dichotomies": `,"tree":"random","ensemble":3,"draw":0`,
		"ecoc":               `,"code":"dense_random","draw":0`,
		"hierarchical":       `,"policy":"level","tree":"classes"`,
	}[name]
	if name == "nested_dichotomies" && decoding == "top_down" {
		own = `,"tree":"random","ensemble":1,"draw":0`
	}
	if decoding == "learned" {
		own += `,"learner":"nb"`
	}
	if name == "ecoc" {
		switch decoding {
		case "max_score", "one_vs_each":
			own = fmt.Sprintf(`,"draw":0,"matrix":%s`, matrixOf(codes.OneVsRest(k)))
		case "ddag", "coupling":
			own = fmt.Sprintf(`,"draw":0,"matrix":%s`, matrixOf(codes.OneVsOneAsymmetric(k)))
		case "cumulative":
			own = fmt.Sprintf(`,"draw":0,"matrix":%s`, matrixOf(codes.Ordinal([]int{1, 0, 2, 3, 4}[:k])))
		case "first", "product", "top_down":
			own = fmt.Sprintf(`,"draw":0,"matrix":%s`, matrixOf(codes.OrderedOneVsRest([]int{1, 0, 2, 3, 4}[:k])))
		}
	}
	return fmt.Sprintf(`{"decoding":%q%s}`, decoding, own)
}

// halved is a tree of k classes with two nodes, the first of which has the lesser half.
func halved(k int) *target.Tree {
	var t target.Tree
	for _, classes := range [][]int{lists.Range(k)[:k/2], lists.Range(k)[k/2:]} {
		t.Parts = append(t.Parts, target.Tree{Parts: lists.Map(classes, func(k int) target.Tree { return target.Tree{Class: k} })})
	}
	return &t
}

func matrixOf(c contract.Code) string {
	var rows []string
	written, _ := code.WrittenOut(c)
	for _, row := range written {
		rows = append(rows, strings.ReplaceAll(fmt.Sprint(row), " ", ","))
	}
	return "[" + strings.Join(rows, ",") + "]"
}

// Every reduction with every decoding, for two and more classes: models that are
// right give the right classes, and probabilities where they are promised.
func TestEveryDecoding(t *testing.T) {
	combinations := 0
	for _, c := range Components() {
		if c.Name == "direct" {
			continue
		}
		for _, p := range c.Params {
			if p.Name != "decoding" {
				continue
			}
			for _, decoding := range p.OneOf {
				for _, k := range []int{2, 3, 5} {
					combinations++
					config := contract.Config(configOf(c.Name, decoding, k))
					r, err := c.Reducer(config)
					if err != nil {
						t.Fatalf("%s: %v", config, err)
					}
					if ds := c.Check(config); contract.FirstError(ds) != nil {
						t.Errorf("%s %s: %v", c.Name, config, show(ds))
					}
					state, scores, _ := walk(t, r, k)
					d, err := r.Decode(state, scores, contract.LogOdds)
					if err != nil {
						t.Errorf("%s %s, %d classes: %v", c.Name, config, k, err)
						continue
					}
					for class, got := range d.Predictions {
						// Coverage knows a class by the models that fire on it and on no other.
						if got != class && (decoding != "coverage" || c.Name == "one_vs_rest") {
							t.Errorf("%s %s, %d classes: class %d is decoded as %d", c.Name, config, k, class, got)
						}
					}
					if promised := c.Under(config).GivesProbabilities(contract.LogOdds); promised != (d.Probabilities != nil) {
						t.Errorf("%s %s: probabilities %v, promised %v", c.Name, config, d.Probabilities != nil, promised)
					}
				}
			}
		}
	}
	if combinations < 150 {
		t.Errorf("only %d combinations", combinations)
	}
}

// Other names of the classes in the same order change no column and no prediction of any
// reduction with any decoder, nor do they change what a second learner is asked.
func TestNamesOfClassesChangeNothing(t *testing.T) {
	tried := map[string]bool{}
	for _, c := range Components() {
		for _, p := range c.Params {
			if p.Name != "decoding" {
				continue
			}
			for _, decoding := range p.OneOf {
				r, err := c.Reducer(contract.Config(configOf(c.Name, decoding, 5)))
				if err != nil {
					t.Fatal(err)
				}
				tried[decoding] = true
				state, scores, columns := walk(t, r, 5)
				random := rand.New(rand.NewPCG(5, 5))
				for range 40 * scores.Cols {
					scores.Data = append(scores.Data, 690.7755278982137*float64(random.IntN(3)-1))
				}
				scores.Rows += 40
				want, err := r.Decode(state, scores, contract.LogOdds)
				if err != nil {
					t.Fatalf("%s %s: %v", c.Name, decoding, err)
				}
				state, _, others := walkOf(t, r, reduction("A", "a b", "ca", "é", "zebra"))
				got, err := r.Decode(state, scores, contract.LogOdds)
				if err != nil || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(others, columns) {
					t.Errorf("%s %s: with other names the code is %v, not %v, and the predictions are %v, not %v; %v", c.Name,
						decoding, others, columns, got.Predictions, want.Predictions, err)
				}
			}
		}
	}
	for _, d := range decode.Decoders {
		if !tried[string(d.Method)] {
			t.Errorf("decoding %s is not tried", d.Method)
		}
	}
}

// The lecture's example: three models, three classes, and the counts of the rows on
// which the models fire.
func TestCoverageCounts(t *testing.T) {
	counts := [][]int{{8, 0, 2}, {2, 17, 1}, {4, 2, 8}} // of each model by class
	r := build(t, "ecoc", `{"matrix":[[1,-1,-1],[-1,1,-1],[-1,-1,1]],"draw":0,"decoding":"coverage"}`)
	stage := mustPlan(t, r, numbered(3))
	if stage.Outputs != contract.InSample {
		t.Fatalf("it asks for %q", stage.Outputs)
	}
	training := contract.Training{Counts: []int{20, 20, 20}, Kind: contract.Margin,
		Outputs: contract.Matrix{Rows: 60, Cols: 3}}
	for class := range 3 {
		for i := range 20 {
			training.Classes = append(training.Classes, class)
			for model := range 3 {
				s := -1.0
				if i < counts[model][class] {
					s = 0.5
				}
				training.Outputs.Data = append(training.Outputs.Data, s)
			}
		}
	}
	last, done, err := r.(contract.Stager).Next(stage.State, training)
	if err != nil || !done {
		t.Fatalf("done %v, error %v", done, err)
	}
	d, err := r.Decode(last.State, contract.Matrix{Rows: 2, Cols: 3, Data: []float64{1, -1, 2, 1, 1, 1}}, contract.Margin)
	if want := []float64{12, 2, 10, 14, 19, 11}; err != nil || !slices.Equal(d.Scores.Data, want) {
		t.Errorf("scores %v, want %v; error %v", d.Scores.Data, want, err)
	}
}

func TestHastieTibshiraniAsksForClassesOnly(t *testing.T) {
	for config, want := range map[string]contract.Outputs{
		`{"asymmetric":false,"decoding":"coupling","method":"hastie_tibshirani","weighted":true}`:  contract.ClassesOnly,
		`{"asymmetric":false,"decoding":"coupling","method":"hastie_tibshirani","weighted":false}`: contract.NoOutputs,
	} {
		r := build(t, "one_vs_one", config)
		if stage := mustPlan(t, r, numbered(4)); stage.Outputs != want {
			t.Errorf("%s asks for %q, want %q", config, stage.Outputs, want)
		}
		state, scores, _ := walk(t, r, 4)
		if d, err := r.Decode(state, scores, contract.LogOdds); err != nil || d.Probabilities == nil {
			t.Errorf("%s: %+v, %v", config, d, err)
		}
	}
}

// Data-driven codes come from the training rows; classes on a line are split where
// they lie.
func TestDrivenCodes(t *testing.T) {
	for _, k := range []int{2, 3, 6} {
		r := build(t, "ecoc", `{"code":"discriminant","draw":0,"decoding":"hamming"}`)
		first := mustPlan(t, r, numbered(k))
		if first.Count() != 0 || !first.Features || first.Later != k-1 {
			t.Errorf("%d classes: first stage %+v", k, first)
		}
		_, _, columns := walk(t, r, k)
		if columns.Columns() != k-1 {
			t.Errorf("%d classes: %d columns", k, columns.Columns())
		}
		for _, issue := range code.Lint(columns) {
			if issue.Severity == contract.Error {
				t.Errorf("%d classes: %s", k, issue.Text(nil))
			}
		}
	}
}

// ecoc_one adds columns for what it confuses, up to the number that is asked for,
// and none where nothing is confused.
func TestGrowth(t *testing.T) {
	r := build(t, "ecoc", `{"code":"ecoc_one","columns":4,"draw":0,"decoding":"hamming"}`)
	_, _, columns := walk(t, r, 4)
	if columns.Columns() != 3 {
		t.Errorf("%d columns without confusion", columns.Columns())
	}
	s := state{Phase: growing, Rule: decoding{Decoding: "hamming"}.rule(), Code: columns}
	training := contract.Training{Counts: []int{1, 1, 1, 1}, Classes: []int{0, 1, 2, 3}, Kind: contract.Margin,
		Outputs: contract.Matrix{Rows: 4, Cols: 3}}
	for _, class := range []int{1, 0, 2, 3} { // classes 0 and 1 are taken for each other
		for _, m := range columns[class] {
			training.Outputs.Data = append(training.Outputs.Data, float64(m))
		}
	}
	stored, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	next, done, err := r.(contract.Stager).Next(stored, training)
	if err != nil || done || next.Count() != 1 || next.Code().Column(0)[0]*next.Code().Column(0)[1] != -1 ||
		next.Outputs != contract.OutOfFold {
		t.Fatalf("next %+v, done %v, error %v", next, done, err)
	}
	grown, err := readState(next.State)
	if err != nil || grown.Code.Columns() != 4 {
		t.Fatalf("the code has %d columns, error %v", grown.Code.Columns(), err)
	}
	training.Outputs.Cols = 4
	training.Outputs.Data = make([]float64, 16)
	if _, done, err = r.(contract.Stager).Next(next.State, training); err != nil || !done {
		t.Errorf("it grows beyond 4 columns: done %v, error %v", done, err)
	}
	if _, ds := r.Plan(numbered(6)); len(ds) != 1 || !strings.Contains(ds[0].Detail, "starts with 5 columns") {
		t.Errorf("4 columns for 6 classes: %v", show(ds))
	}
}

// A matrix in a file is that in the experiment file; names arrange its rows.
func TestMatrixFiles(t *testing.T) {
	inline := mustPlan(t, build(t, "ecoc", `{"matrix":[[1,-1,0],[-1,1,1],[-1,-1,-1]],"draw":0,"decoding":"hamming"}`),
		reduction("a", "b", "c"))
	for name, file := range map[string]string{
		"plain": `1,-1,0\n-1,1,1\n-1,-1,-1\n`, "spaces, comment, no end": `# a code\n 1, -1, 0\n-1,+1, 1\n-1,-1,-1`,
		"named": `b,-1,1,1\nc,-1,-1,-1\na,1,-1,0\n`, "carriage returns": `1,-1,0\r\n-1,1,1\r\n-1,-1,-1\r\n`,
	} {
		got := mustPlan(t, build(t, "ecoc", `{"file":"`+file+`","draw":0,"decoding":"hamming"}`), reduction("a", "b", "c"))
		if !reflect.DeepEqual(got, inline) {
			t.Errorf("%s: %v", name, got.Code())
		}
	}
	numbered := mustPlan(t, build(t, "ecoc", `{"file":"1,1,-1,0\n2,-1,1,1\n7,-1,-1,-1\n","draw":0,"decoding":"hamming"}`),
		reduction("1", "2", "7"))
	if !reflect.DeepEqual(numbered.Code(), inline.Code()) {
		t.Errorf("classes that are numbers: %v", numbered.Code())
	}
	for file, want := range map[string]string{
		``: "is empty", `1,-1\n-1,2\n`: "has 2 in column 2", `1,x\n-1,1\n`: `has "x" in column 2`, `1,-1\n1,-1\n`: "equal to",
		`a,1\nb,-1\na,1\n`: `has "a" in column 1`, `"1,-1\n`: "not a CSV file", `1,-1\n-1\n1,1\n`: "1 entries where most rows have 2",
	} {
		ds := component(t, "ecoc").Check(contract.Config(`{"file":"` + strings.ReplaceAll(file, `"`,
			`\"`) + `","draw":0,"decoding":"hamming"}`))
		if err := contract.FirstError(ds); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
}

func TestOrders(t *testing.T) {
	r := contract.Reduction{Classes: []string{"a", "b", "c"}, Counts: []int{5, 9, 5}, Seed: 3}
	for order, want := range map[string][]int{
		`"class"`: {0, 1, 2}, `"frequency"`: {1, 0, 2}, `["c","a","b"]`: {2, 0, 1},
	} {
		stage := mustPlan(t, build(t, "ordered_one_vs_rest", `{"order":`+order+`,"draw":0,"decoding":"first"}`), r)
		if !reflect.DeepEqual(stage.Code(), codes.OrderedOneVsRest(want)) {
			t.Errorf("%s: %v", order, stage.Code())
		}
	}
	random := build(t, "ordered_one_vs_rest", `{"order":"random","draw":0,"decoding":"first"}`)
	seen := map[string]bool{}
	for seed := range uint64(40) {
		r.Seed = seed
		seen[fmt.Sprint(mustPlan(t, random, r).Code())] = true
	}
	if len(seen) != 6 {
		t.Errorf("%d of 6 random orders", len(seen))
	}
	for config, want := range map[string]string{
		`{"order":"size","draw":0,"decoding":"first"}`:    `order is "size"`,
		`{"order":3,"draw":0,"decoding":"first"}`:         "neither",
		`{"order":["a","a"],"draw":0,"decoding":"first"}`: "named twice",
	} {
		if err := contract.FirstError(component(t, "ordered_one_vs_rest").Check(contract.Config(config))); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", config, err, want)
		}
	}
	for config, want := range map[string]string{`["a","b"]`: "also: c", `["a","b","d"]`: `no class "d"`} {
		_, ds := build(t, "ordered_one_vs_rest", `{"order":`+config+`,"draw":0,"decoding":"first"}`).Plan(r)
		if err := contract.FirstError(ds); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", config, err, want)
		}
	}
}

func TestTrees(t *testing.T) {
	given := build(t, "nested_dichotomies", `{"tree":[["0","1"],2],"ensemble":1,"draw":0,"decoding":"product"}`)
	stage := mustPlan(t, given, numbered(3))
	if want := (contract.Dense{{1, 1}, {1, -1}, {-1, 0}}); !reflect.DeepEqual(stage.Code(), want) {
		t.Fatalf("code %v, want %v", stage.Code(), want)
	}
	d, err := given.Decode(stage.State, contract.Matrix{Rows: 1, Cols: 2, Data: []float64{math.Log(4), math.Log(3)}},
		contract.LogOdds)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{0.6, 0.2, 0.2} {
		if math.Abs(d.Probabilities.Data[k]-want) > 1e-15 {
			t.Errorf("class %d: probability %v, want %v", k, d.Probabilities.Data[k], want)
		}
	}
	many := mustPlan(t, build(t, "nested_dichotomies", `{"tree":"random","ensemble":50,"draw":0,"decoding":"product"}`),
		numbered(3))
	if many.Code().Columns() != 6 { // three pairs, and three classes against the others
		t.Errorf("50 trees of 3 classes have %d distinct columns", many.Code().Columns())
	}
	for config, want := range map[string]string{
		`{"tree":"oak","ensemble":1,"draw":0,"decoding":"product"}`:               `tree is "oak"`,
		`{"tree":["a","b"],"ensemble":2,"draw":0,"decoding":"product"}`:           "an ensemble of one tree",
		`{"tree":7,"ensemble":1,"draw":0,"decoding":"product"}`:                   "neither",
		`{"tree":"furthest_centroid","ensemble":2,"draw":0,"decoding":"product"}`: "an ensemble of one tree",
	} {
		if err := contract.FirstError(component(t, "nested_dichotomies").Check(contract.Config(config))); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", config, err, want)
		}
	}
	_, ds := build(t, "nested_dichotomies",
		`{"tree":[["0","1"],"3"],"ensemble":1,"draw":0,"decoding":"product"}`).Plan(numbered(3))
	if len(ds) != 1 || !reflect.DeepEqual(ds[0].Path, []any{"tree", 1}) {
		t.Errorf("an unknown class in a tree: %+v", ds)
	}
}

func TestLimitsAreNamed(t *testing.T) {
	for config, want := range map[string]string{
		`{"code":"exhaustive","draw":0,"decoding":"hamming"}`: "limited to 12 classes",
		`{"code":"ternary_exhaustive","draw":0,"decoding":"hamming"}`: fmt.Sprintf("limited to %d classes",
			codes.TernaryLimit),
		`{"code":"bch","columns":8,"draw":0,"decoding":"hamming"}`: "2^m - 1",
	} {
		_, ds := build(t, "ecoc", config).Plan(numbered(13))
		if err := contract.FirstError(ds); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", config, err, want)
		}
	}
	_, ds := build(t, "ecoc", `{"code":"dense_random","draw":0,"decoding":"coupling"}`).Plan(numbered(4))
	if err := contract.FirstError(ds); err == nil || !strings.Contains(err.Error(), "does not fit the code") {
		t.Errorf("coupling of a dense code: %v", err)
	}
	if err := contract.FirstError(component(t,
		"ecoc").Check(contract.Config(`{"code":"minimal","draw":0,"decoding":"learned"}`))); err == nil {
		t.Error("learned without a learner")
	}
}

// A matrix that is written out is the design of the same columns.
func TestWrittenMatricesAreTheNamedDesigns(t *testing.T) {
	const k = 4
	random := rand.New(rand.NewPCG(4, 4))
	for name, test := range map[string]struct{ component, config string }{
		"one_vs_rest":         {"one_vs_rest", `{"decoding":"hamming"}`},
		"one_vs_one":          {"one_vs_one", `{"asymmetric":false,"decoding":"hamming"}`},
		"both ways":           {"one_vs_one", `{"asymmetric":true,"decoding":"hamming"}`},
		"ordered_one_vs_rest": {"ordered_one_vs_rest", `{"order":"class","draw":0,"decoding":"hamming"}`},
		"trees":               {"nested_dichotomies", `{"tree":"random","ensemble":3,"draw":0,"decoding":"hamming"}`},
		"exhaustive":          {"ecoc", `{"code":"exhaustive","draw":0,"decoding":"hamming"}`},
		"hadamard":            {"ecoc", `{"code":"hadamard","draw":0,"decoding":"hamming"}`},
	} {
		named := build(t, test.component, test.config)
		design := mustPlan(t, named, numbered(k))
		matrix := build(t, "ecoc", fmt.Sprintf(`{"matrix":%s,"draw":0,"decoding":"hamming"}`, matrixOf(asMatrix(t, design.Code()))))
		written := mustPlan(t, matrix, numbered(k))
		if !reflect.DeepEqual(written.Code(), contract.Code(asMatrix(t, design.Code()))) {
			t.Errorf("%s: %v, written %v", name, design.Code(), written.Code())
		}
		scores := contract.Matrix{Rows: 50, Cols: design.Code().Columns()}
		for range scores.Rows * scores.Cols {
			scores.Data = append(scores.Data, random.NormFloat64())
		}
		a, err := named.Decode(design.State, scores, contract.Margin)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := matrix.Decode(written.State, scores, contract.Margin); err != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the written matrix decodes otherwise, %v", name, err)
		}
	}
}
