package stages

import (
	"slices"

	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/running/run/rows"
)

// truth is what the training rows of a cell are, in a file that is written for the first of
// its stages.
type truth struct {
	files           *sealed.Folder
	classes, labels string // one of them, or lists
	lists           service.Ragged
	counts          []int // rows of each class, or with each label
}

// write writes the classes or the labels of the training rows, these as lists or else as a table, and counts them.
func (t *truth) write(f *rows.Fold, lists bool) (err error) {
	target := f.Block.Dataset.Table.Target
	t.counts = make([]int, target.K())
	for k := range t.counts {
		t.counts[k] = len(f.Having(k))
	}
	switch {
	case !target.MultiLabel:
		t.classes, err = rows.Write(t.files, "classes.npy", rows.CountRows(f.Train), 0, classesOf(f.Train))
	case lists:
		t.lists, err = rows.WriteLists(t.files, "label", f.Block.Labels(f.Train))
	default:
		y := f.Block.Labels(f.Train)
		t.labels, err = rows.Write(t.files, "labels.npy", y.Rows(), target.K(), y.Table(target.K()))
	}
	return err
}

// classesOf are the classes of the rows of ranges.
func classesOf(ranges []contract.Range) (classes []int32) {
	for _, r := range ranges {
		classes = append(classes, slices.Repeat([]int32{int32(r.Class)}, r.End-r.Start)...)
	}
	return classes
}
