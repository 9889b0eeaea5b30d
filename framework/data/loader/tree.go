package loader

import (
	"errors"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract/hierarchy"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
)

// setTree gives the classes of a table the tree of its block.
func setTree(t *data.Table, s source.Source) error {
	if s.Tree == nil {
		return nil
	}
	if t.Target.MultiLabel {
		return (&data.Error{Msg: "a tree is for classes, and these are multi-label data; remove it"}).Of("tree")
	}
	tree, err := hierarchy.Read(s.Tree, t.Target.Names, hierarchy.Parts{Least: 1})
	var wrong *hierarchy.Error
	if errors.As(err, &wrong) {
		defect := &data.Error{Msg: wording.Capital(wrong.Message) + ". " + hierarchy.Help}
		return defect.Of(append([]any{"tree"}, wrong.Path...)...)
	}
	tree = tree.Sorted()
	t.Target.Tree = &tree
	return nil
}
