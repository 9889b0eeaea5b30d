package stages

import (
	"slices"

	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/running/run/rows"
)

// truth is what the training rows of a cell are, in a file that is written for the first of
// its stages.
type truth struct {
	files           *sealed.Folder
	classes, labels string // one of them
	counts          []int  // rows of each class, or with each label
}

// write writes the classes or the labels of the training rows and counts them.
func (t *truth) write(f *rows.Fold) (err error) {
	d := f.Block.Dataset
	t.counts = make([]int, d.Table.Target.K())
	if d.Table.Target.MultiLabel {
		for l := range t.counts {
			t.counts[l] = len(f.Having(l))
		}
		t.labels, err = rows.Write(t.files, "labels.npy", rows.CountRows(f.Train), len(t.counts), f.Block.Labels(f.Train))
		return err
	}
	var classes []int32
	for _, r := range f.Train {
		t.counts[r.Class] += r.End - r.Start
		classes = append(classes, slices.Repeat([]int32{int32(r.Class)}, r.End-r.Start)...)
	}
	t.classes, err = rows.Write(t.files, "classes.npy", len(classes), 0, classes)
	return err
}
