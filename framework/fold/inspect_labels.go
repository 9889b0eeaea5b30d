package fold

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// labelGaps warns of labels that all or none of the rows in a part have.
func (m method) labelGaps(repeats []Repeat, in data.Design) []contract.Diagnostic {
	k := in.Target.K()
	noneTrains, allTrain, noneTests := make([]places, k), make([]places, k), make([]places, k)
	for r, repeat := range repeats {
		c := countLabels(repeat, in)
		for f, tested := range c.tested {
			for j := range k {
				has, used := c.total[j], c.rows[repeat.Folds]
				trains := used - c.rows[f]
				switch {
				case has > 0 && has == tested[j]:
					noneTrains[j].add(f, place(r, len(repeats)))
				case has < used && has-tested[j] == trains:
					allTrain[j].add(f, place(r, len(repeats)))
				}
				if m.uneven && has > 0 && tested[j] == 0 && c.rows[f] >= k {
					noneTests[j].add(f, place(r, len(repeats)))
				}
			}
		}
	}
	path := []any{m.path}
	diags := gap(in, nil, path, noneTrains, "Label without positive training rows", "have no row in the training part",
		"nothing can be learnt of them there")
	diags = gap(in, diags, path, allTrain, "Label without negative training rows",
		"are in every row of the training part", "nothing can be learnt of them there")
	return gap(in, diags, path, noneTests, "Label without positive test rows", "have no row in the test part",
		"they are not measured there")
}

// labelCounts counts the rows of a division, and those with each label.
type labelCounts struct {
	tested [][]int // by fold and label
	total  []int   // by label
	rows   []int   // tested by each fold; the last number is that of all rows
}

func countLabels(r Repeat, in data.Design) labelCounts {
	k := in.Target.K()
	c := labelCounts{tested: make([][]int, r.Folds), total: make([]int, k), rows: make([]int, r.Folds+1)}
	for f := range c.tested {
		c.tested[f] = make([]int, k)
	}
	for row, f := range r.Test {
		if f == Out {
			continue
		}
		c.rows[r.Folds]++
		if f >= 0 {
			c.rows[f]++
		}
		for j, bit := range in.Truth.Labels(row, k) {
			c.total[j] += int(bit)
			if f >= 0 {
				c.tested[f][j] += int(bit)
			}
		}
	}
	return c
}

// gap appends one warning for all labels that some folds lack.
func gap(in data.Design, diags []contract.Diagnostic, path []any, folds []places, summary, what,
	so string) []contract.Diagnostic {
	var named []string
	labels := 0
	for j, p := range folds {
		if p.total == 0 {
			continue
		}
		if labels++; labels <= mostPlaces {
			named = append(named, fmt.Sprintf("%q (%s)", in.Target.Names[j], p))
		}
	}
	if labels == 0 {
		return diags
	}
	text := strings.Join(named, ", ")
	if more := labels - len(named); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return append(diags, contract.Warningf(path, summary, "labels that %s of some fold: %s; %s.", what, text, so))
}
