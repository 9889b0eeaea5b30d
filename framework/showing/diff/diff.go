// Package diff compares two results folders: what was different in what they
// were made from, and which scores moved.
package diff

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// Report is everything that differs.
type Report struct {
	// Same is whether the scores and statuses that both have are the same, and the files of both
	// are as bench wrote them.
	Same       bool     `json:"same"`
	Altered    Altered  `json:"altered"`    // files of the reports
	Experiment []Change `json:"experiment"` // settings, by path
	Data       []Change `json:"data"`       // digests, classes and labels of datasets
	Plugins    []Change `json:"plugins"`    // versions and digests
	Bench      []Change `json:"bench"`      // version, revision, Go, kernels
	Folds      []string `json:"folds"`      // datasets that both have, divided in other ways
	Scores     []Score  `json:"scores"`     // moved or not, in the order of A, then of B
	Statuses   []Status `json:"statuses"`   // cells that both have, with another status
}

// Altered are the files of both sides that are not as bench wrote them.
type Altered struct {
	A []store.Altered `json:"a"`
	B []store.Altered `json:"b"`
}

// sentences say what is altered, one for each side.
func (a Altered) sentences() []string {
	var list []string
	for _, side := range []struct {
		name    string
		altered []store.Altered
	}{{"A", a.A}, {"B", a.B}} {
		if len(side.altered) == 0 {
			continue
		}
		var said []string
		for _, file := range side.altered[:min(len(side.altered), mostAltered)] {
			said = append(said, file.String())
		}
		if more := len(side.altered) - mostAltered; more > 0 {
			said = append(said, fmt.Sprintf("so are %d more", more))
		}
		list = append(list, fmt.Sprintf("In %s %s: the scores here come from the journals, and bench report "+
			"writes the files again.",
			side.name, strings.Join(said, ", ")))
	}
	return list
}

// mostAltered is how many files of a side are named.
const mostAltered = 5

// part is what has changed in one of the things that results are made from.
type part struct {
	Title   string
	of      string // the thing
	Changes []Change
}

// counted are the changes of a part without its combinations, which are counted.
func (p part) counted() (changes []Change, added, gone int) {
	for _, c := range p.Changes {
		switch {
		case !strings.HasPrefix(c.Path, "combinations."):
			changes = append(changes, c)
		case c.A == nil:
			added++
		default:
			gone++
		}
	}
	return changes, added, gone
}

func (r Report) parts() []part {
	return []part{{"Experiment", "the experiment", r.Experiment}, {"Data", "the data", r.Data},
		{"Plugins", "plugins", r.Plugins}, {"bench", "bench", r.Bench}}
}

// Status is a cell whose outcome is another one. Both statuses are those of
// cells.csv.
type Status struct {
	Cell string       `json:"cell"`
	A    store.Status `json:"a"`
	B    store.Status `json:"b"`
}

// Compare compares two results folders. It fails if a manifest does not hold
// JSON.
func Compare(a, b Side) (Report, error) {
	experiment, err := structures(a.Manifest.Resolved, b.Manifest.Resolved)
	if err != nil {
		return Report{}, err
	}
	r := Report{
		Experiment: append(experiment, seals(a.Manifest.Seal, b.Manifest.Seal)...),
		Data:       data(a.Manifest, b.Manifest),
		Plugins:    plugins(a.Manifest.Plugins, b.Manifest.Plugins),
		Bench:      benches(a.Manifest, b.Manifest),
	}
	folds := sameFolds(a, b)
	r.Folds = otherFolds(a, b, folds)
	r.Scores = scores(a, b, folds)
	r.Statuses = statuses(a.Scores, b.Scores)
	r.Altered = Altered{emptyNotNil(a.Altered), emptyNotNil(b.Altered)}
	r.Same = len(r.Statuses)+len(a.Altered)+len(b.Altered) == 0
	for _, s := range r.Scores {
		r.Same = r.Same && !s.Moved()
	}
	return r, nil
}

// emptyNotNil is a list that JSON writes as one.
func emptyNotNil(list []store.Altered) []store.Altered {
	if list == nil {
		return []store.Altered{}
	}
	return list
}

// otherFolds lists the datasets of both sides whose folds are not the same.
func otherFolds(a, b Side, same map[string]bool) []string {
	list := []string{}
	for _, d := range a.Plan.Datasets {
		if _, both := b.Manifest.Datasets[d.Name]; both && !same[d.Name] {
			list = append(list, d.Name)
		}
	}
	return list
}

// statuses lists the cells that both sides have run, with other outcomes.
func statuses(a, b []score.Row) []Status {
	list := []Status{}
	of := map[string]store.Status{}
	for _, r := range b {
		of[r.Name()] = outcome(r)
	}
	done := map[string]bool{}
	for _, r := range a {
		name := r.Name()
		if now, both := of[name]; both && !done[name] && now != outcome(r) {
			list = append(list, Status{name, outcome(r), now})
		}
		done[name] = true
	}
	return list
}

// outcome is the status of the cell of a score: a score may be skipped or
// undefined although its cell is ok.
func outcome(r score.Row) store.Status {
	if r.Status == score.Undefined || r.Status == store.Skipped && r.TestRows > 0 {
		return store.OK
	}
	return r.Status
}
