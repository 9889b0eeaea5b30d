package multiclass

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/hierarchy"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// classesTree is the name of the tree of the dataset.
const classesTree = "classes"

// isWritten reports whether a tree is written in the block.
func isWritten(tree any) bool {
	switch tree.(type) {
	case []any, map[string]any:
		return true
	}
	return false
}

// local is the code of the problems at the nodes of a tree.
func local(tree target.Tree, r contract.Reduction, of codes.Local, ds *step.Diagnostics) layout {
	if checkSize(ds, len(r.Classes), codes.LocalColumns(tree, of)); ds.Failed() {
		return layout{}
	}
	code, splits := codes.LocalCode(tree, len(r.Classes), of)
	return layout{code: code, nodes: lists.Map(splits, func(s codes.Split) decode.Node { return decode.Node(s) })}
}

// classTree is the tree of the block or, for "classes", that of the dataset. Its nodes have the
// parts that are asked for: of that of the dataset those of a single part are left out then.
func classTree(written any, r contract.Reduction, parts hierarchy.Parts, ds *step.Diagnostics) (target.Tree, bool) {
	if written != classesTree {
		tree, err := hierarchy.Read(written, r.Classes, parts)
		if err != nil {
			ds.NoSuchTree(err)
		}
		return tree, err == nil
	}
	if r.Tree == nil {
		ds.At("tree").Errorf("no tree of classes", "The dataset has none. %s", inDataset)
		return target.Tree{}, false
	}
	tree := *r.Tree
	if parts.Least > 1 {
		tree = tree.Branching()
	}
	if wide := widest(tree); parts.Most > 0 && len(wide.Parts) > parts.Most {
		ds.At("tree").Errorf("a node has more than two parts", "The tree of the dataset has %s of %d parts. Write base to "+
			"say how such nodes are solved.", called(wide), len(wide.Parts))
		return tree, false
	}
	return tree, true
}

// inDataset says where a dataset has its tree.
const inDataset = "Write classes { tree = { … } } in its block."

// called is what a message calls a node.
func called(node target.Tree) string {
	if node.Name == "" {
		return "a node"
	}
	return fmt.Sprintf("a node %q", node.Name)
}

// widest is the first node with most parts.
func widest(t target.Tree) target.Tree {
	most := t
	for _, part := range t.Parts {
		if below := widest(part); len(below.Parts) > len(most.Parts) {
			most = below
		}
	}
	return most
}
