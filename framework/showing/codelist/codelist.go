// Package codelist describes the code matrices of an experiment or of a results
// folder, and prints them.
package codelist

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Code is one entry of what `bench code -json` prints.
type Code struct {
	Reduction string         `json:"reduction"`
	Dataset   string         `json:"dataset"`
	Classes   []string       `json:"classes"`
	Matrix    contract.Dense `json:"matrix"`
	Distances
	Positives []int `json:"positives"` // of each column: rows of the dataset on its side +1
	Negatives []int `json:"negatives"` // of each column: rows of the dataset on its side −1

	// Of a code that was made from the training rows of a cell: whose they are.
	Encoder string `json:"encoder,omitempty"`
	Learner string `json:"learner,omitempty"`
	Repeat  *int   `json:"repeat,omitempty"`
	Fold    *int   `json:"fold,omitempty"`
}

// Distances are those between rows and between columns of a code, and how many wrong outputs it corrects.
type Distances struct {
	MinRowDistance    float64 `json:"min_row_distance"`
	MeanRowDistance   float64 `json:"mean_row_distance"`
	MinColumnDistance float64 `json:"min_column_distance"`
	Corrects          int     `json:"corrects"`
}

// List is what there is to say of the codes of an experiment.
type List struct {
	Codes  []Code
	Driven []Driven
	Large  []Large
}

// Driven is a code that is made from the training rows of each fold.
type Driven struct{ reduction, dataset string }

func (d Driven) Text(results string) string {
	return fmt.Sprintf("%s on %s: the code is made from the training rows of each fold; after a run, bench export "+
		"codes %s shows what it became",
		d.reduction, d.dataset, results)
}

// Large is a code of all pairs of classes, or of each class and the rest, that is too large
// to be written out.
type Large struct {
	reduction, dataset string
	code               contract.Code
}

// Text says what the code is. The rows of a code of pairs are (L+1)/2 apart, since two
// classes meet in one column, and its columns (K−1)/2 at least; those of one-vs-rest are 2
// apart.
func (l Large) Text() string {
	columns := l.code.Columns()
	each, rowDistance, columnDistance := "pair", float64(columns+1)/2, float64(l.code.Classes()-1)/2
	if _, ok := l.code.(contract.Rest); ok {
		each, rowDistance, columnDistance = "class", 2, 2
	}
	return fmt.Sprintf("%s on %s: %d classes, %d binary problems, one for each %s; the matrix is too large to be shown; "+
		"row distance %g, least column distance %g, corrects 0 wrong outputs",
		l.reduction, l.dataset, l.code.Classes(), columns, each, rowDistance, columnDistance)
}

// Of lists the codes of the reductions called name (a block or a variant
// of it), or of all.
func Of(p *prepare.Prepared, name string) (List, error) {
	list := List{Codes: []Code{}}
	var names []string
	for _, r := range p.Experiment.Candidates() {
		for _, d := range p.Datasets {
			stage, ok := d.Stages[r]
			driven := stage.Count() == 0 && stage.Asks()
			if !ok || stage.Task() != contract.Binary && !driven {
				continue
			}
			if !slices.Contains(names, r.Name) {
				names = append(names, r.Name)
			}
			switch {
			case name != "" && r.Name != name && r.Block != name:
			case driven:
				list.Driven = append(list.Driven, Driven{r.Name, d.Instance.Name})
			default:
				m, err := code.WrittenOut(stage.Code())
				if err != nil {
					list.Large = append(list.Large, Large{r.Name, d.Instance.Name, stage.Code()})
					continue
				}
				list.Codes = append(list.Codes, describe(r.Name, d.Instance.Name, d.Table.Target.Names, d.Table.Target.Counts, m))
			}
		}
	}
	if name != "" && len(list.Codes)+len(list.Driven)+len(list.Large) == 0 {
		return list, fmt.Errorf("no reduction with a code matrix is called %q; the reductions with one are: %s", name,
			strings.Join(names, ", "))
	}
	return list, nil
}

// describe describes a code for classes of some rows each.
func describe(reduction, dataset string, classes []string, counts []int, m contract.Dense) Code {
	positives, negatives := balance(m, counts)
	return Code{
		Reduction: reduction, Dataset: dataset, Classes: classes, Matrix: m,
		Distances: Distances{
			MinRowDistance: code.MinRow(m), MeanRowDistance: code.MeanRow(m), MinColumnDistance: code.MinColumn(m),
			Corrects: code.Corrects(m),
		},
		Positives: positives, Negatives: negatives,
	}
}

// balance counts the rows on both sides of each column.
func balance(m contract.Dense, counts []int) (positives, negatives []int) {
	positives, negatives = make([]int, m.Columns()), make([]int, m.Columns())
	for k, row := range m {
		for l, e := range row {
			switch e {
			case 1:
				positives[l] += counts[k]
			case -1:
				negatives[l] += counts[k]
			}
		}
	}
	return positives, negatives
}
