package report

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/store"
)

// reusedSentences say of the results that other people computed where they come from, a sentence for each source.
func reusedSentences(list []store.Reused, cells int) []string {
	return lists.Map(list, func(r store.Reused) string {
		were := "were"
		if r.Checked == 1 {
			were = "was"
		}
		taken := "were"
		if r.Cells == 1 {
			taken = "was"
		}
		return fmt.Sprintf("Of %s, %d %s taken from other results (%s); before that, %d of these %s run again "+
			"and gave equal results.", wording.Count(cells, "cell"), r.Cells, taken, r.From, r.Checked, were)
	})
}
