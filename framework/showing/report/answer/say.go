package answer

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/table"
)

// Answer is what an experiment found.
type Answer struct {
	Metric    string   // the first of the experiment that is one number; "" if there is none
	Sentences []string // of one paragraph
	grid      table.Grid
	order     []int // columns of the grid that are compared, best first
	on        int   // the row that alone is answered for; -1 for all
	worst     bool  // whether holes are given the worst rank
	scores    []score.Row
}

// Paragraph are the sentences in one line.
func (a *Answer) Paragraph() string { return strings.Join(a.Sentences, " ") }

func (a *Answer) say(format string, args ...any) {
	a.Sentences = append(a.Sentences, fmt.Sprintf(format, args...))
}

// all are some things, all of them: "both methods", "all 3 methods".
func all(n int, noun string) string {
	if n == 2 {
		return "both " + wording.Plural(noun)
	}
	return fmt.Sprintf("all %d %s", n, wording.Plural(noun))
}

func (a *Answer) names(columns []int) []string {
	return lists.Map(columns, func(j int) string { return a.grid.Columns[j] })
}

// ranked is how many datasets the ranks are over.
func (a *Answer) ranked() int {
	if a.worst {
		return a.grid.Ranked
	}
	return a.grid.Complete
}

func compareNumbers(a, b float64) int {
	switch {
	case stats.Tied(a, b):
		return 0
	case a < b:
		return -1
	}
	return 1
}

// mostNamed is how many methods a sentence names.
const mostNamed = 6
