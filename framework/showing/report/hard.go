package report

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/score"
)

// mostHard is how many rows of a dataset the page names that all methods get wrong.
const mostHard = 20

// hardView is what the page says of the rows of a dataset that all methods get wrong.
type hardView struct {
	Sentence string // "" without such rows
	Rows     []hardRow
}

type hardRow struct {
	Row              int
	Truth, Predicted string
	Agreeing         string // "38 of 40"
}

// hardOf are the rows of a dataset that all methods get wrong, the most suspicious first.
func hardOf(in score.Input, dataset string, t target.Target) (hardView, error) {
	h, err := in.HardRows(dataset, t)
	if err != nil || len(h.Rows) == 0 {
		return hardView{}, err
	}
	v := hardView{Sentence: fmt.Sprintf("%s of %d, by %d methods in every fold that tests them",
		wording.Count(len(h.Rows), "row"), h.Tested, h.Methods)}
	for _, r := range h.Rows[:min(mostHard, len(h.Rows))] {
		v.Rows = append(v.Rows, hardRow{r.Row, t.Names[r.Truth], t.Names[r.Predicted],
			fmt.Sprintf("%d of %d", r.Agreeing, r.Of)})
	}
	if more := len(h.Rows) - len(v.Rows); more > 0 {
		v.Sentence += fmt.Sprintf("; %d are listed, those first whose predictions agree most", len(v.Rows))
	}
	return v, nil
}
