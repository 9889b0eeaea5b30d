package multiclass

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/hierarchy"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// The local classifiers of a tree.
const (
	perNode   = "node"
	perParent = "parent"
	perLevel  = "level"
)

// The classes that a node is distinguished from.
const (
	againstSiblings = "siblings"
	againstAll      = "all"
)

// localConfig is the configuration of hierarchical.
type localConfig struct {
	Tree      any    `json:"tree"`
	Policy    string `json:"policy"`
	Negatives string `json:"negatives"` // "" if it is not written
	decoding
}

func hierarchical() contract.Component {
	own := []contract.Param{
		{Name: "policy", Type: "string", Default: perNode, OneOf: []string{perNode, perParent, perLevel}},
		{Name: "negatives", Type: "string", OneOf: []string{againstSiblings, againstAll}},
		{Name: "tree", Type: "any", Default: classesTree},
	}
	return ofClasses(contract.Component{
		Name:    "hierarchical",
		Sources: decoded(silla2011),
		Params:  append(own, decodingParams(decode.TopDown, decode.Trees)...),
	}, localConfig.method)
}

func (c localConfig) method() step.Method[state] { return designed{coded{c.decoding}, c.design} }

// Capabilities say also that the tree of the dataset is used.
func (c localConfig) Capabilities() contract.Capabilities {
	can := c.decoding.Capabilities()
	can.Properties |= contract.UsesTree.If(c.Tree == classesTree)
	return can
}

// Check also refuses trees that are wrong whatever the classes.
func (c localConfig) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	if !isWritten(c.Tree) && c.Tree != classesTree {
		ds.At("tree").Errorf("no such tree", "It is %q, the tree of the dataset, or a tree of its own. %s", classesTree,
			hierarchy.Help)
	}
	if c.Negatives != "" && c.Policy != perNode {
		ds.NoEffect("negatives", "It is for policy = %q: the problems of policy = %q have others. Remove it.", perNode,
			c.Policy)
	}
	c.decoding.check(&ds)
	return ds
}

// design is the code of the problems of the policy.
func (c localConfig) design(r contract.Reduction, ds *step.Diagnostics) layout {
	tree, ok := classTree(c.Tree, r, hierarchy.Parts{Least: 1}, ds)
	if !ok {
		return layout{}
	}
	of := map[string]codes.Local{perNode: codes.Siblings, perParent: codes.Pairs, perLevel: codes.Level}[c.Policy]
	if c.Policy == perNode && c.Negatives == againstAll {
		of = codes.Rest
	}
	return local(tree, r, of, ds)
}
