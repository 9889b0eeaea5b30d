package multiclass

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/hierarchy"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
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

// What solves a node of several parts.
const (
	restBase  = "one_vs_rest"
	pairsBase = "one_vs_one"
)

// namedTrees are all of them, drawnTrees those that depend on the draw.
var (
	namedTrees = []string{randomTree, classBalancedTree, dataBalancedTree, furthestTree, randomPairTree, classesTree}
	drawnTrees = []string{randomTree, classBalancedTree, dataBalancedTree, randomPairTree}
)

// treesConfig is the configuration of nested_dichotomies.
type treesConfig struct {
	Tree     any     `json:"tree"`
	Ensemble int     `json:"ensemble"`
	Draw     float64 `json:"draw"` // the host's seed depends on it
	Base     string  `json:"base"`
	decoding
}

func nestedDichotomies() contract.Component {
	own := []contract.Param{
		{Name: "tree", Type: "any", Default: randomTree},
		step.By(step.Whole("ensemble", 1, maxTrees), 1),
		step.DrawParam(),
		{Name: "base", Type: "string", OneOf: []string{restBase, pairsBase}},
	}
	return ofClasses(contract.Component{
		Name:    "nested_dichotomies",
		Sources: decoded(decode.FrankKramer2004),
		Params:  append(own, decodingParams(decode.Product, decode.Trees)...),
	}, treesConfig.method)
}

// method reduces to the nodes of the trees.
func (c treesConfig) method() step.Method[state] {
	switch c.Tree {
	case furthestTree:
		return driven{coded: coded{c.decoding}, most: 1, trees: furthestCentroids}
	case randomPairTree:
		return paired{coded{c.decoding}, c.Ensemble}
	}
	return designed{coded{c.decoding}, c.design}
}

// Capabilities say also that the tree of the dataset is used.
func (c treesConfig) Capabilities() contract.Capabilities {
	can := c.decoding.Capabilities()
	can.Properties |= contract.UsesTree.If(c.Tree == classesTree)
	return can
}

// Check also refuses trees that are wrong whatever the classes.
func (c treesConfig) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	c.checkTree(&ds)
	c.decoding.check(&ds)
	return ds
}

func (c treesConfig) checkTree(ds *step.Diagnostics) {
	choice := fmt.Sprintf("It is one of %s, or nested lists of two with the class names.", strings.Join(namedTrees, ", "))
	written := isWritten(c.Tree)
	name, named := c.Tree.(string)
	switch {
	case named && !slices.Contains(namedTrees, name):
		ds.At("tree").Errorf(fmt.Sprintf("tree is %q", name), "%s", choice)
		return
	case !named && !written:
		ds.At("tree").Errorf("tree is neither a text nor a list", "%s", choice)
		return
	}
	if c.Base != "" && !written && name != classesTree {
		ds.NoEffect("base", "It solves nodes of several parts, and all nodes of this tree have two. "+
			"Write the tree as nested lists, or remove it.")
	}
	random := slices.Contains(drawnTrees, name)
	if c.Ensemble > 1 && !random {
		ds.At("ensemble").Errorf("an ensemble of one tree",
			"All its trees would be the same: remove ensemble, or choose random trees.")
	}
	if c.Ensemble > 1 && c.Decoding == decode.TopDown {
		ds.At("decoding").Errorf("an ensemble has no single way down",
			"top_down goes down one tree. Remove ensemble, or choose decoding = %q.", string(decode.Product))
	}
	if c.Draw != 0 && !random {
		ds.NoEffect("draw", "It numbers random trees, and this tree is not random. Remove it.")
	}
}

// design joins the trees to one code.
func (c treesConfig) design(r contract.Reduction, ds *step.Diagnostics) layout {
	k := len(r.Classes)
	if checkSize(ds, k, (k-1)*c.Ensemble); ds.Failed() {
		return layout{}
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
	if trees == nil {
		return c.fixed(r, ds)
	}
	e := codes.Join(k, trees)
	return layout{code: e.Code, trees: e.Trees}
}

// fixed makes a code of the tree of the dataset or of the block.
func (c treesConfig) fixed(r contract.Reduction, ds *step.Diagnostics) layout {
	parts := hierarchy.Parts{Least: 2}
	if c.Base == "" {
		parts.Most = 2
	}
	tree, ok := classTree(c.Tree, r, parts, ds)
	switch {
	case !ok:
		return layout{}
	case c.Base == pairsBase:
		return local(tree, r, codes.Pairs, ds)
	case c.Base == restBase:
		return local(tree, r, codes.Siblings, ds)
	}
	e := codes.Join(len(r.Classes), []codes.Tree{codes.Dichotomy(tree)})
	return layout{code: e.Code, trees: e.Trees}
}
