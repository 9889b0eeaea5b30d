package answer

import (
	"fmt"
	"io"
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/picture"
	"github.com/manyclass/bench/framework/showing/table"
)

// mostDrawn is how many columns the picture shows, those that are best; of a
// critical-difference diagram, which has a line for each, all or none.
const mostDrawn = 20

// Pictured reports whether there is something to draw.
func (a *Answer) Pictured() bool { return len(a.order) > 0 }

// Draw draws the picture of the answer: mean ranks with their critical difference where
// the columns were compared over datasets, enough for a test, and otherwise a line for each of the best
// columns, with a mark for each dataset, which a legend names, or where these are too many a dot; on one
// dataset with a dot for each fold. The error is that of the writer.
func (a *Answer) Draw(w io.Writer) error {
	g := a.grid
	if s := g.Statistics; s != nil && s.K <= mostDrawn {
		return picture.CriticalDifference(w, picture.Comparison{Title: a.Metric + ": average ranks", Labels: s.Columns,
			Ranks: s.Ranks, CD: s.CriticalDifference, Groups: s.Groups})
	}
	if a.on < 0 && g.Ranks != nil && len(g.Rows) <= picture.MostNamed {
		return picture.Rankings(w, a.ranking())
	}
	return picture.Distributions(w, a.strips())
}

// drawn are the columns that are drawn, and which of all they are in words, "" for all.
func (a *Answer) drawn() (columns []int, which string) {
	shown := a.order[:min(len(a.order), mostDrawn)]
	if len(shown) < len(a.order) {
		which = fmt.Sprintf(", the best %d of %d", len(shown), len(a.order))
	}
	return shown, which
}

// ranking is what the best columns reach on each dataset.
func (a *Answer) ranking() picture.Ranking {
	g := a.grid
	shown, which := a.drawn()
	r := picture.Ranking{Title: a.Metric + ": a mark for each dataset, sorted by mean rank" + which, Metric: a.Metric,
		Labels: a.names(shown), Datasets: g.Rows}
	for _, j := range shown {
		r.Ranks = append(r.Ranks, g.Ranks[j])
		r.Values = append(r.Values, lists.Map(g.Entries, func(row []table.Entry) float64 { return row[j].Mean }))
	}
	return r
}

// strips are the values of the best columns.
func (a *Answer) strips() picture.Distribution {
	g := a.grid
	shown, which := a.drawn()
	d := picture.Distribution{Metric: a.Metric, Labels: a.names(shown)}
	if a.on < 0 {
		d.Title, d.Unit = a.Metric+": a dot for each dataset"+which, "dataset"
		for _, j := range shown {
			d.Values = append(d.Values, lists.Map(g.Entries, func(row []table.Entry) float64 { return row[j].Mean }))
		}
		return d
	}
	d.Title = g.Rows[a.on] + ": " + a.Metric + which
	for _, j := range shown {
		d.Values = append(d.Values, a.values(j))
	}
	return d
}

// values are the scores of a column, NaN where there is none, those of a repeat once.
func (a *Answer) values(j int) []float64 {
	own := lists.Filter(a.scores, func(r score.Row) bool {
		return !r.Again && r.Dataset == a.grid.Rows[a.on] && table.LabelOf(r, a.grid.ColumnAxes) == a.grid.Columns[j]
	})
	return lists.Map(own, func(r score.Row) float64 {
		if !r.Defined() {
			return math.NaN()
		}
		return r.Value
	})
}
