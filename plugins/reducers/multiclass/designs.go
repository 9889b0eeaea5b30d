package multiclass

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// ecocConfig is the configuration as written.
type ecocConfig struct {
	Matrix     [][]entry `json:"matrix"`
	File       *string   `json:"file"` // its content
	Classes    []string  `json:"classes"`
	Code       string    `json:"code"`
	Columns    int       `json:"columns"`    // 0 if not written
	Candidates int       `json:"candidates"` // 0 if not written
	Draw       float64   `json:"draw"`       // the host's seed depends on it
	Trees      int       `json:"trees"`      // 0 if not written
	Order      any       `json:"order"`      // nil if not written
	decoding
}

// design is a value of the attribute code.
type design struct {
	name, doc string
	columns   bool // takes columns
	random    bool // takes candidates and draw
	trees     bool // takes trees
	order     bool // takes order
	most      int  // classes at most; 0 means no limit
	design    func(ecocConfig, contract.Reduction, *step.Diagnostics) layout
	driven    func(ecocConfig) driven // instead, if it looks at training rows
	subclass  bool                    // instead, if classes may have several rows
	sources   []contract.Source
}

// growFolds is the number of inner folds whose predictions ecoc_one grows by.
const growFolds = 3

// designs are all values in the order in which they are listed for users.
var designs = []design{
	{name: "dense_random", sources: []contract.Source{decode.Allwein2000},
		doc: "columns of random signs, the best of many draws by minimum row distance " +
			"(Allwein, Schapire & Singer 2000)",
		columns: true, random: true, design: denseRandom},
	{name: "sparse_random", sources: []contract.Source{decode.Allwein2000},
		doc: "the same with half of the entries 0", columns: true, random: true, design: sparseRandom},
	{name: "exhaustive", sources: []contract.Source{decode.Dietterich1995},
		doc:  fmt.Sprintf("all 2^(K-1)-1 columns of signs, for up to %d classes", codes.ExhaustiveLimit),
		most: codes.ExhaustiveLimit, design: exhaustive},
	{name: "ternary_exhaustive", doc: fmt.Sprintf("all (3^K-2^(K+1)+1)/2 columns with zeros too, for up to %d classes",
		codes.TernaryLimit), most: codes.TernaryLimit, design: ternaryExhaustive},
	{name: "minimal", doc: "the binary digits of the class number, ceil(log2 K) columns", design: minimal},
	{name: "hadamard", doc: "rows of Sylvester's Hadamard matrix, all at the same distance", design: hadamard},
	{name: "ordinal", sources: []contract.Source{decode.FrankHall2001},
		doc: "the thresholds between ordered classes, \"above the l-th?\", K-1 columns; " +
			"decoding = \"cumulative\" makes probabilities of them (Frank & Hall 2001)", order: true, design: ordinal},
	{name: "bch", sources: []contract.Source{decode.Dietterich1995},
		doc: "words of the primitive BCH code of the largest designed distance", columns: true, design: bch},
	{name: "discriminant", sources: []contract.Source{decode.Pujol2006},
		doc: "a tree that splits the classes of the training rows by their separability, K-1 columns " +
			"(Pujol, Radeva & Vitria 2006)",
		driven: oneTree},
	{name: "forest_ecoc", sources: []contract.Source{escalera2007},
		doc: "several such trees, the nodes of later ones split by what earlier ones did not use " +
			"(Escalera, Pujol & Radeva 2007)",
		trees: true, driven: forest},
	{name: "subclass_ecoc", sources: []contract.Source{escalera2008},
		doc: "discriminant, and where the model of a problem errs on training rows two problems in its " +
			"place, for the two clusters of one of its sides (Escalera, Tax, Pujol, Radeva & Duin 2008)", subclass: true},
	{name: "ecoc_one", sources: []contract.Source{escalera2006},
		doc: "discriminant, and then a column for each pair of classes that out-of-fold predictions " +
			"confuse most (Escalera, Pujol & Radeva 2006)",
		columns: true, driven: ecocOne},
}

// Design is a design of codes as users are told of it: its name, what it is, and which
// attributes it takes.
type Design struct {
	Name, Doc  string
	Attributes []string
}

// Designs lists the designs of codes in the order in which they are listed for users.
func Designs() []Design {
	return lists.Map(designs, func(d design) Design {
		attributes := lists.Filter([]string{"columns", "candidates", "draw", "trees", "order"}, d.takes)
		return Design{Name: d.name, Doc: d.doc, Attributes: attributes}
	})
}

// takes reports whether a design uses an attribute.
func (d design) takes(attribute string) bool {
	switch attribute {
	case "columns":
		return d.columns
	case "candidates", "draw":
		return d.random
	case "trees":
		return d.trees
	}
	return d.order
}

func designNames() []string { return lists.Map(designs, func(d design) string { return d.name }) }

func designDocs() string {
	return strings.Join(lists.Map(designs, func(d design) string { return d.name + ": " + d.doc }), "; ")
}

// designOf returns the design of a name, or one without a name.
func designOf(name string) design {
	if i := slices.IndexFunc(designs, func(d design) bool { return d.name == name }); i >= 0 {
		return designs[i]
	}
	return design{}
}

// of returns the code of a problem, unless that has too many classes or columns.
func (d design) of(e ecocConfig, r contract.Reduction, ds *step.Diagnostics) layout {
	k := len(r.Classes)
	if d.most > 0 && k > d.most {
		ds.At("code").Errorf("too many classes for code = \""+d.name+"\"",
			"It is limited to %d classes, and these data have %d. A random code, hadamard or bch has no such limit.", d.most, k)
		return layout{}
	}
	if d.columns {
		if checkSize(ds, k, e.Columns); ds.Failed() {
			return layout{}
		}
	}
	return d.design(e, r, ds)
}

// made explains why there is no code of this size.
func made(ds *step.Diagnostics, e ecocConfig, code contract.Code, err error) layout {
	if err == nil {
		return layout{code: code}
	}
	at := "code"
	if e.Columns != 0 {
		at = "columns"
	}
	ds.At(at).Errorf("no such code", "%s.", wording.Capital(err.Error()))
	return layout{}
}

// full notes that a random code holds all columns there are.
func full(ds *step.Diagnostics, l layout, most int, name, all string) layout {
	if l.code != nil && l.code.Columns() >= most {
		ds.At("code").Notef(fmt.Sprintf("%s is the %s code here", name, all),
			"For %d classes there are only %d distinct columns, and the code has them all: it does not depend on seed or draw.",
			l.code.Classes(), most)
	}
	return l
}

func denseRandom(e ecocConfig, r contract.Reduction, ds *step.Diagnostics) layout {
	k := len(r.Classes)
	code, err := codes.DenseRandom(k, codes.Dense{Columns: e.Columns, Candidates: e.Candidates}, r.Seed)
	return full(ds, made(ds, e, code, err), codes.DenseCap(k), "dense_random", "exhaustive")
}

func sparseRandom(e ecocConfig, r contract.Reduction, ds *step.Diagnostics) layout {
	k := len(r.Classes)
	code, err := codes.SparseRandom(k, codes.Sparse{Columns: e.Columns, Candidates: e.Candidates}, r.Seed)
	return full(ds, made(ds, e, code, err), codes.SparseCap(k), "sparse_random", "ternary exhaustive")
}

func exhaustive(_ ecocConfig, r contract.Reduction, _ *step.Diagnostics) layout {
	return layout{code: codes.Exhaustive(len(r.Classes))}
}

func ternaryExhaustive(e ecocConfig, r contract.Reduction, ds *step.Diagnostics) layout {
	code, err := codes.TernaryExhaustive(len(r.Classes))
	return made(ds, e, code, err)
}

func minimal(_ ecocConfig, r contract.Reduction, ds *step.Diagnostics) layout {
	return sized(ds, len(r.Classes), 64, codes.Minimal)
}

func hadamard(e ecocConfig, r contract.Reduction, ds *step.Diagnostics) layout {
	code, err := codes.Hadamard(len(r.Classes))
	return made(ds, e, code, err)
}

func bch(e ecocConfig, r contract.Reduction, ds *step.Diagnostics) layout {
	code, err := codes.BCH(len(r.Classes), e.Columns)
	return made(ds, e, code, err)
}

// ordinal takes the classes in their order, or in the order that is written.
func ordinal(e ecocConfig, r contract.Reduction, ds *step.Diagnostics) layout {
	order := lists.Range(len(r.Classes))
	if names, ok := e.Order.([]any); ok {
		order = step.Classes.Order(ds, names, r.Classes)
	}
	return sized(ds, len(order), len(order)-1, func(int) contract.Dense { return codes.Ordinal(order) })
}

// oneTree is the code of discriminant.
func oneTree(ecocConfig) driven { return driven{most: 1, trees: discriminant} }

// defaultTrees is the number of trees of forest_ecoc if it is not written.
const defaultTrees = 3

// forest is several trees.
func forest(e ecocConfig) driven {
	most := cmp.Or(e.Trees, defaultTrees)
	return driven{most: most, trees: func(t contract.Training) ([]codes.Tree, error) {
		s, err := statistics(t)
		if err != nil {
			return nil, err
		}
		return codes.Forest(s, most), nil
	}}
}

// ecocOne grows to the columns that are asked for, or to twice those it starts
// with.
func ecocOne(e ecocConfig) driven {
	d := oneTree(e)
	d.folds = growFolds
	d.columns = func(k int) int { return cmp.Or(e.Columns, 2*(k-1)) }
	return d
}
