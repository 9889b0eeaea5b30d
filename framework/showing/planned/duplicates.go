package planned

import (
	"fmt"
	"io"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/duplicates"
	"github.com/manyclass/bench/framework/running/prepare"
)

// duplicatesOf counts for each dataset the rows that are tested with an equal row in training.
func duplicatesOf(p *prepare.Prepared) []*duplicates.Count {
	return lists.Map(p.Datasets, func(d *prepare.Dataset) *duplicates.Count {
		return duplicates.Across(d.Table, d.Repeats)
	})
}

// printDuplicates warns of rows that are tested with an equal row in training.
func printDuplicates(w io.Writer, c *duplicates.Count) {
	if c == nil || c.Rows == 0 {
		return
	}
	other := ""
	if c.OtherClass > 0 {
		other = fmt.Sprintf("; for %d of them only rows of other classes or labels do", c.OtherClass)
	}
	fmt.Fprintf(w, "  %s tested while a row with the same features trains%s\n",
		wording.Count(c.Rows, "row")+map[bool]string{true: " is", false: " are"}[c.Rows == 1], other)
}
