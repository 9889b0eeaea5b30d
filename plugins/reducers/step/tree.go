package step

import (
	"errors"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract/hierarchy"
)

// NoSuchTree says what is wrong with the tree that the attribute tree has.
func (ds *Diagnostics) NoSuchTree(err error) {
	path := []any{"tree"}
	if wrong := new(hierarchy.Error); errors.As(err, &wrong) {
		path = append(path, wrong.Path...)
	}
	ds.At(path...).Errorf("no such tree", "%s.", wording.Capital(err.Error()))
}
