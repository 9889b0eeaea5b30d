package report

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/store"
)

// openedView are the files that plugins opened in traced runs, and that nobody named.
type openedView struct{ Files, Groups []store.Opened }

// newOpenedView is nil if no run was traced.
func newOpenedView(list []store.Opened) *openedView {
	if list == nil {
		return nil
	}
	return &openedView{lists.Filter(list, func(o store.Opened) bool { return !o.Group }),
		lists.Filter(list, func(o store.Opened) bool { return o.Group })}
}
