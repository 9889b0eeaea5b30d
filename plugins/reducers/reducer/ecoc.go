package reducer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// What a random code may cost: a large one takes minutes to choose.
const (
	maxColumns    = 65536
	maxCandidates = 1_000_000
)

func ecoc() contract.Component {
	own := []contract.Param{
		{Name: "matrix", Type: "list(list(number))",
			Doc: "The code matrix: a row for each class, a column for each binary problem, entries 1 (positive), -1 (negative) and 0 (left out). Write this or code."},
		{Name: "classes", Type: "list(string)",
			Doc: "The classes of the rows of matrix; if not written, the rows are the classes in class order."},
		{Name: "code", Type: "string", OneOf: []string{"dense_random"},
			Doc: "A design instead of a matrix. dense_random: columns of random signs, the best of many draws by minimum row distance (Allwein, Schapire & Singer 2000)."},
		{Name: "columns", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxColumns),
			Doc: "Number of columns of the random code, at most 2^(K-1)-1; ceil(10 log2 K) if not written."},
		{Name: "candidates", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxCandidates),
			Doc: "Number of random codes to choose from; 10000 if not written, fewer from about 300 classes on."},
		{Name: "draw", Type: "number", Integer: true, Min: contract.Bound(0), Default: 0.0,
			Doc: "Number of the random code: another number gives another code from the same seed."},
	}
	return contract.Component{
		Kind: contract.KindReducer,
		Name: "ecoc",
		Doc: "Error-correcting output codes: any code matrix, written out or designed; " +
			"hamming takes the row nearest to the signs of the scores (Dietterich & Bakiri 1995; Allwein, Schapire & Singer 2000).",
		Params:       append(own, decodingParams(decode.Hamming, decode.LossBased)...),
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Deterministic: true},
		Validate:     validateECOC,
		NewReducer:   newECOC,
	}
}

// ecocConfig is the configuration as written.
type ecocConfig struct {
	Matrix     [][]entry `json:"matrix"`
	Classes    []string  `json:"classes"`
	Code       string    `json:"code"`
	Columns    int       `json:"columns"`    // 0 if not written
	Candidates int       `json:"candidates"` // 0 if not written
	Draw       float64   `json:"draw"`       // the host's seed depends on it
	decoding
}

func validateECOC(cfg contract.Config) []contract.Diagnostic {
	var e ecocConfig
	if err := cfg.Decode(&e); err != nil {
		return []contract.Diagnostic{contract.Errorf(nil, "unreadable configuration", "%v", err)}
	}
	_, ds := e.check()
	return append(append(ds, e.unusedByCode()...), e.unused()...)
}

// check returns the matrix as a code (nil if a design is asked for or there are
// errors) and everything that is wrong with it.
func (e ecocConfig) check() (contract.Code, []contract.Diagnostic) {
	var ds []contract.Diagnostic
	switch {
	case e.Matrix == nil && e.Code == "":
		return nil, append(ds, contract.Errorf(nil, "missing code matrix",
			"Write matrix = [[...], ...] with a row for each class, or code = \"dense_random\"."))
	case e.Matrix == nil:
		return nil, nil
	case e.Code != "":
		ds = append(ds, contract.Errorf([]any{"code"}, "both matrix and code are written", "Remove one of them."))
	}
	ds = append(ds, e.checkClasses()...)
	c, more := checkMatrix(e.Matrix, e.Classes)
	return c, append(ds, more...)
}

// checkClasses checks what can be known of classes without the data.
func (e ecocConfig) checkClasses() []contract.Diagnostic {
	var ds []contract.Diagnostic
	if e.Classes == nil {
		return nil
	}
	if len(e.Classes) != len(e.Matrix) {
		ds = append(ds, contract.Errorf([]any{"classes"}, fmt.Sprintf("classes names %d rows, but matrix has %d", len(e.Classes), len(e.Matrix)),
			"Name every row of matrix once, in the order of its rows."))
	}
	for i, name := range e.Classes {
		if first := slices.Index(e.Classes, name); first < i {
			ds = append(ds, contract.Errorf([]any{"classes", i}, fmt.Sprintf("class %q is named twice", name),
				"It already names row %d.", first+1))
		}
	}
	return ds
}

// unusedByCode warns of attributes that the chosen source of the code ignores.
func (e ecocConfig) unusedByCode() []contract.Diagnostic {
	var ds []contract.Diagnostic
	warn := func(attribute, user, absent string) {
		ds = append(ds, contract.Warningf([]any{attribute}, attribute+" has no effect",
			"It belongs to %s, and there is no %s here. Remove it.", user, absent))
	}
	if e.Code == "" && e.Matrix != nil {
		if e.Columns != 0 {
			warn("columns", "a random code", "code")
		}
		if e.Candidates != 0 {
			warn("candidates", "a random code", "code")
		}
		if e.Draw != 0 {
			warn("draw", "a random code", "code")
		}
	}
	if e.Matrix == nil && e.Code != "" && e.Classes != nil {
		warn("classes", "the rows of a matrix", "matrix")
	}
	return ds
}

// coded reduces by a written or random code.
type coded struct {
	config ecocConfig
	matrix contract.Code // rows as written; nil for a random code
	rule   decode.Rule
}

func newECOC(cfg contract.Config) (contract.Reducer, error) {
	var e ecocConfig
	if err := cfg.Decode(&e); err != nil {
		return nil, err
	}
	if e.Code != "" && e.Code != "dense_random" {
		return nil, fmt.Errorf("unknown code %q", e.Code)
	}
	if e.Columns > maxColumns || e.Candidates > maxCandidates {
		return nil, fmt.Errorf("more than %d columns or %d candidates", maxColumns, maxCandidates)
	}
	rule := e.rule()
	if err := rule.Check(); err != nil {
		return nil, err
	}
	matrix, ds := e.check()
	for _, d := range ds {
		if d.Severity == contract.Error {
			return nil, fmt.Errorf("%s: %s", d.Summary, d.Detail)
		}
	}
	return coded{e, matrix, rule}, nil
}

func (c coded) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	design := c.random
	if c.matrix != nil {
		design = c.written
	}
	code, ds := design(r)
	if code == nil {
		return contract.Stage{}, ds
	}
	return binaryStage(code, c.rule), ds
}

func (c coded) Decode(state []byte, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	return decodeBinary(state, scores)
}

// random draws the code, and says so when there was nothing to draw.
func (c coded) random(r contract.Reduction) (contract.Code, []contract.Diagnostic) {
	k := len(r.Classes)
	if ds := checkSize(k, c.config.Columns); ds != nil {
		return nil, ds
	}
	code, err := codes.DenseRandom(k, codes.Dense{Columns: c.config.Columns, Candidates: c.config.Candidates}, r.Seed)
	if err != nil {
		path := []any{"code"}
		if c.config.Columns != 0 {
			path = []any{"columns"}
		}
		return nil, []contract.Diagnostic{contract.Errorf(path, "no such random code", "%s.", sentence(err.Error()))}
	}
	if code.Columns() == codes.DenseCap(k) {
		return code, []contract.Diagnostic{contract.Notef([]any{"code"}, "dense_random is the exhaustive code here",
			"For %d classes there are only %d distinct columns, and the code holds them all: it does not depend on seed or draw.", k, code.Columns())}
	}
	return code, nil
}

// written returns the rows of the matrix in class order.
func (c coded) written(r contract.Reduction) (contract.Code, []contract.Diagnostic) {
	if c.config.Classes != nil {
		return c.named(r.Classes)
	}
	if len(c.matrix) != len(r.Classes) {
		return nil, []contract.Diagnostic{contract.Errorf([]any{"matrix"},
			fmt.Sprintf("matrix has %d rows but the data have %d classes", len(c.matrix), len(r.Classes)),
			"Write one row for each class, in this order: %s; or name the rows with classes = [...].", enumerate(r.Classes))}
	}
	return c.matrix, nil
}

// named matches rows to classes by name.
func (c coded) named(classes []string) (contract.Code, []contract.Diagnostic) {
	var ds []contract.Diagnostic
	ordered := make(contract.Code, len(classes))
	for i, name := range c.config.Classes {
		k := slices.Index(classes, name)
		if k < 0 {
			ds = append(ds, contract.Errorf([]any{"classes", i}, fmt.Sprintf("the data have no class %q", name), "%s", suggest(name, classes)))
			continue
		}
		ordered[k] = c.matrix[i]
	}
	var missing []string
	for k, row := range ordered {
		if row == nil {
			missing = append(missing, classes[k])
		}
	}
	if missing != nil {
		ds = append(ds, contract.Errorf([]any{"classes"}, "classes without a row",
			"The data have %d classes; these have no row in matrix: %s.", len(classes), enumerate(missing)))
	}
	if ds != nil {
		return nil, ds
	}
	return ordered, nil
}

// suggest names the class that was probably meant, or all of them.
func suggest(name string, classes []string) string {
	best, least := "", 3
	for _, class := range classes {
		d := levenshtein.Distance(strings.ToLower(name), strings.ToLower(class), nil)
		if d < least && 2*d <= len(name) {
			best, least = class, d
		}
	}
	if best != "" {
		return fmt.Sprintf("Did you mean %q?", best)
	}
	return "Its classes are " + enumerate(classes) + "."
}

// enumerate lists classes, at most forty of them.
func enumerate(classes []string) string {
	const most = 40
	if rest := len(classes) - most; rest > 0 {
		return strings.Join(classes[:most], ", ") + fmt.Sprintf(" and %d more", rest)
	}
	return strings.Join(classes, ", ")
}

// sentence makes the first letter of an error message a capital.
func sentence(s string) string {
	return strings.ToUpper(s[:1]) + s[1:]
}
