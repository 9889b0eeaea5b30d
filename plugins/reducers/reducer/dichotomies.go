package reducer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// maxTrees bounds an ensemble of nested dichotomies.
const maxTrees = 10_000

// The trees that have a name.
const (
	randomTree        = "random"
	classBalancedTree = "class_balanced"
	dataBalancedTree  = "data_balanced"
	furthestTree      = "furthest_centroid"
	randomPairTree    = "random_pair"
)

// namedTrees are all of them.
var namedTrees = []string{randomTree, classBalancedTree, dataBalancedTree, furthestTree, randomPairTree}

// treesConfig is the configuration of nested_dichotomies.
type treesConfig struct {
	Tree     any     `json:"tree"`
	Ensemble int     `json:"ensemble"`
	Draw     float64 `json:"draw"` // the host's seed depends on it
	Base     nested  `json:"base"`
	decoding
}

func nestedDichotomies() contract.Component {
	own := []contract.Param{
		{Name: "tree", Type: "any", Default: randomTree,
			Doc: "How classes are divided again and again into two groups: random (all trees alike likely), class_balanced " +
				"(halves, at random), data_balanced (groups of about as many rows), furthest_centroid (by the two classes whose " +
				"means of the training rows are furthest apart, the others to the nearer one; Duarte-Villasenor et al. 2012), " +
				"random_pair (by a model of two random classes, the others where it sends most of their training rows; " +
				"Leathart, Pfahringer & Frank 2016), or a tree of class names as nested lists of two, for example [[\"a\", \"b\"], \"c\"]."},
		{Name: "ensemble", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxTrees), Default: 1.0,
			Doc: "Number of trees, whose probabilities are averaged; binary problems that trees share are trained once."},
		drawParam("Number of the random trees: another number gives other trees from the same seed."),
		{Name: "base", Type: "string", OneOf: []string{string(nestedOneVsRest), string(nestedOneVsOne)},
			Doc: "What solves the nodes of a written tree that have more than two parts, as [\"a\", \"b\", \"c\"] has: one_vs_rest, a " +
				"problem for each part, whose probabilities are divided by their sum, or one_vs_one, one for each pair of parts, " +
				"by pairwise coupling (Wu, Lin & Weng 2004). Without it nodes have two parts."},
	}
	return configured.Reducer[treesConfig](contract.Component{
		Name:    "nested_dichotomies",
		Sources: decoded(decode.FrankKramer2004),
		Doc: "A binary tree of the classes with a binary problem at each of its K-1 nodes, left part against right part " +
			"(Frank & Kramer 2004; Dong, Frank & Kramer 2005); " +
			"product multiplies the probabilities on the way to a class and averages over trees.",
		Params: append(own, decodingParams(decode.Product, decode.Trees)...),
	})
}

// Reducer reduces to the nodes of the trees.
func (c treesConfig) Reducer() contract.Reducer {
	switch c.Tree {
	case furthestTree:
		return coded{decoding: c.decoding, driven: &driven{most: 1, trees: furthestCentroids}}
	case randomPairTree:
		return coded{decoding: c.decoding, paired: c.Ensemble}
	}
	return coded{decoding: c.decoding, design: c.design}
}

// Check also refuses what is no tree whatever the classes.
func (c treesConfig) Check() []contract.Diagnostic {
	return append(c.checkTree(), c.decoding.Check()...)
}

func (c treesConfig) checkTree() []contract.Diagnostic {
	var ds []contract.Diagnostic
	switch tree := c.Tree.(type) {
	case string:
		if !slices.Contains(namedTrees, tree) {
			return append(ds, contract.Errorf([]any{"tree"}, fmt.Sprintf("tree is %q", tree), "%s", treeChoice()))
		}
		if tree != furthestTree && c.Base == "" {
			return ds
		}
		if tree != furthestTree {
			return append(ds, c.idleBase())
		}
	case []any:
	default:
		return append(ds, contract.Errorf([]any{"tree"}, "tree is neither a text nor a list", "%s", treeChoice()))
	}
	if _, written := c.Tree.([]any); c.Base != "" && !written {
		ds = append(ds, c.idleBase())
	}
	if c.Ensemble > 1 {
		ds = append(ds, contract.Errorf([]any{"ensemble"}, "an ensemble of one tree",
			"All its trees would be the same: remove ensemble, or choose random trees."))
	}
	if c.Draw != 0 {
		ds = append(ds, contract.Warningf([]any{"draw"}, "draw has no effect",
			"It numbers random trees, and this tree is not random. Remove it."))
	}
	return ds
}

// idleBase warns of a base that solves nothing.
func (c treesConfig) idleBase() contract.Diagnostic {
	return contract.Warningf([]any{"base"}, "base has no effect",
		"It solves nodes of several parts, and all nodes of this tree have two. Write the tree as nested lists, or remove it.")
}

func treeChoice() string {
	return fmt.Sprintf("It is one of %s, or nested lists of two with the class names.", strings.Join(namedTrees, ", "))
}

// design joins the trees to one code.
func (c treesConfig) design(r contract.Reduction) (layout, []contract.Diagnostic) {
	k := len(r.Classes)
	if ds := checkSize(k, (k-1)*c.Ensemble); ds != nil {
		return layout{}, ds
	}
	var trees []codes.Tree
	for i := range c.Ensemble {
		seed := r.Seed + uint64(i)
		switch c.Tree {
		case randomTree:
			trees = append(trees, codes.RandomTree(k, seed))
		case classBalancedTree:
			trees = append(trees, codes.BalancedTree(k, seed))
		case dataBalancedTree:
			trees = append(trees, codes.DataBalancedTree(r.Counts, seed))
		}
	}
	if trees == nil && c.Base != "" {
		return c.hierarchy(r)
	}
	if trees == nil {
		tree, err := codes.ParseTree(c.Tree, r.Classes)
		if err != nil {
			return layout{}, noSuchTree(err)
		}
		trees = []codes.Tree{tree}
	}
	e := codes.Join(k, trees)
	return layout{code: e.Code, trees: e.Trees}, nil
}

// hierarchy makes a code of a tree whose nodes may have more than two parts.
func (c treesConfig) hierarchy(r contract.Reduction) (layout, []contract.Diagnostic) {
	h, err := codes.ParseHierarchy(c.Tree, r.Classes)
	if err != nil {
		return layout{}, noSuchTree(err)
	}
	pairs := c.Base == nestedOneVsOne
	if ds := checkSize(len(r.Classes), h.Columns(pairs)); ds != nil {
		return layout{}, ds
	}
	code, splits := h.Code(len(r.Classes), pairs)
	return layout{code: code, nodes: lists.Map(splits, func(s codes.Split) decode.Node { return decode.Node(s) })}, nil
}

// noSuchTree says what is wrong with a written tree.
func noSuchTree(err error) []contract.Diagnostic {
	var wrong *codes.TreeError
	if errors.As(err, &wrong) {
		return []contract.Diagnostic{contract.Errorf(append([]any{"tree"}, wrong.Path...), "no such tree", "%s.",
			wording.Capital(wrong.Message))}
	}
	return []contract.Diagnostic{contract.Errorf([]any{"tree"}, "no such tree", "%v", err)}
}
