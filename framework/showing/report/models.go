package report

import (
	"math"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/results/score"
)

// modelsView is what the page shows of binary models: a table for each dataset,
// none if no cell has counts of them.
type modelsView struct {
	Datasets        []modelsTable
	SeveralEncoders bool
	Firing          bool // whether some code has a model for each class
	More            int  // datasets beyond mostRows rows
}

// modelsTable has a row for each combination on a dataset.
type modelsTable struct {
	Dataset string
	Rows    []modelsRow
}

// modelsRow is a combination with the shares for reading.
type modelsRow struct {
	score.Models
	Firing bool // whether there are columns for firing models
}

// shareCell is a share as the page writes it.
type shareCell struct{ Value, Text string }

func models(in score.Input) (modelsView, error) {
	list, err := score.ModelMeans(in)
	if err != nil {
		return modelsView{}, err
	}
	v := modelsView{Firing: slices.ContainsFunc(list, func(m score.Models) bool { return !math.IsNaN(m.Silent) })}
	rows := 0
	for _, d := range in.Plan.Datasets {
		t := modelsTable{Dataset: d.Name}
		for _, m := range list {
			v.SeveralEncoders = v.SeveralEncoders || m.Encoder != list[0].Encoder
			if m.Dataset == d.Name {
				t.Rows = append(t.Rows, modelsRow{m, v.Firing})
			}
		}
		rows += len(t.Rows)
		switch {
		case t.Rows == nil:
		case rows > mostRows:
			v.More++
		default:
			v.Datasets = append(v.Datasets, t)
		}
	}
	return v, nil
}

// ProblemsText is the number of models for reading, a mean if cells differ.
func (r modelsRow) ProblemsText() string {
	if whole := int(r.Problems); float64(whole) == r.Problems {
		return thousands(whole)
	}
	return strconv.FormatFloat(r.Problems, 'f', 1, 64)
}

// ShareCells writes the shares in the order of the columns.
func (r modelsRow) ShareCells() []shareCell {
	shares := []float64{r.Error, r.Wrong, r.Corrected, r.Spoiled}
	if r.Firing {
		shares = append(shares, r.Silent, r.Several)
	}
	var cells []shareCell
	for _, s := range shares {
		if math.IsNaN(s) {
			cells = append(cells, shareCell{Text: "–"})
			continue
		}
		cells = append(cells, shareCell{strconv.FormatFloat(s, 'g', -1, 64), strconv.FormatFloat(100*s, 'f', 2, 64) + " %"})
	}
	return cells
}
