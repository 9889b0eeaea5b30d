package run

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// copying makes a row for each label of a training row, which together weigh 1, and asks
// for scores out of fold.
func copying() *scripted {
	r := &scripted{multiLabel: true, tasks: []contract.Task{contract.Multiclass}}
	r.first = func(contract.Reduction) contract.Stage {
		return contract.Stage{Outputs: contract.ClassesOnly, Later: 1 + 3}
	}
	r.next = func(state string, t contract.Training) (contract.Stage, bool, error) {
		if state != "" {
			return ended(state)
		}
		k := len(t.Counts)
		p := contract.Targeted{Task: contract.Multiclass, Groups: k}
		for row := range len(t.Labels) / k {
			own := t.Labels[row*k : (row+1)*k]
			for l, has := range own {
				if has == 1 {
					p.Rows, p.Values.Data = append(p.Rows, row), append(p.Values.Data, float64(l))
					p.Weights = append(p.Weights, 1/float64(sumOf(own)))
				}
			}
		}
		p.Values.Rows, p.Values.Cols = len(p.Rows), 1
		return contract.Stage{Problems: p, Outputs: contract.OutOfFold, Folds: 3, State: []byte("copied")}, false, nil
	}
	return r
}

func sumOf(labels []int8) (sum int) {
	for _, has := range labels {
		sum += int(has)
	}
	return sum
}

// A problem has the rows that its stage numbers, as often, with their weights times the
// dataset's, in inner folds too; its scores of training rows are one a row all the same.
func TestRowsThatAreNumbered(t *testing.T) {
	w, r := &witness{}, copying()
	text := must.Replace(labelText(t, `["a", "b"]`, "", `reduction "copies" "copies" {}`), "drop = [\"rare\"]", "drop = [\"rare\"]\nweights = \"c\"")
	s := openComponent(t, withWeights(t, text), learnerOf(w, contract.Margin), r.component("copies"))
	s.mustRun(t, 1, nil)
	if len(w.tasks) != 4*(1+3) {
		t.Fatalf("%d problems", len(w.tasks))
	}
	for f := range 4 {
		outer, inner, train := w.tasks[4*f], w.tasks[4*f+1:4*f+4], trainingRows(s, f)
		checkCopies(t, s, outer, train)
		folds := innerOf(t, s, f, 3)
		for number, p := range inner {
			checkCopies(t, s, p, slices.DeleteFunc(slices.Clone(train), func(id int) bool { return folds.Test[id] == number }))
		}
		shown := r.shown[2*f+1]
		if shown.Outputs.Rows != len(train) || shown.Outputs.Cols != 2 {
			t.Fatalf("%d × %d outputs", shown.Outputs.Rows, shown.Outputs.Cols)
		}
		for i, id := range train {
			for k, got := range shown.Outputs.Row(i) {
				want := -distance(features(s, []int{id}).Row(0), meanOf(inner[folds.Test[id]], float64(k)))
				if math.Abs(got-want) > 1e-12 {
					t.Fatalf("row %d has the output %v of class %d, want %v", id, got, k, want)
				}
			}
		}
	}
}

// checkCopies compares the rows of a problem with the labels of some rows.
func checkCopies(t *testing.T, s *setting, p contract.Problem, ids []int) {
	t.Helper()
	want := map[string]int{}
	for _, id := range ids {
		own := truthOf(s, []int{id})
		for l, has := range own {
			if has == 1 {
				want[fmt.Sprint(id, l, s.ready.Datasets[0].Table.Weights[id]/float64(sumOf(own)))]++
			}
		}
	}
	got := map[string]int{}
	for i, y := range p.Y {
		got[fmt.Sprint(rowOf(s, p.X.Row(i)), y, p.Weights[i])]++
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("rows, classes and weights %v, want %v", got, want)
	}
}

// numbered is binary problems on rows that are numbered: all, or as the function changes
// them.
func numbered(change func(s *contract.Stage, p *contract.Targeted)) *scripted {
	r := &scripted{multiLabel: true}
	r.first = func(contract.Reduction) contract.Stage {
		return contract.Stage{Outputs: contract.ClassesOnly, Later: 3}
	}
	r.next = func(_ string, t contract.Training) (contract.Stage, bool, error) {
		var s contract.Stage
		p := contract.Targeted{Task: contract.Binary, Values: contract.Matrix{Rows: len(t.Labels) / 3, Cols: 3}}
		for i, has := range t.Labels {
			p.Values.Data = append(p.Values.Data, 2*float64(has)-1)
			if i%3 == 0 {
				p.Rows = append(p.Rows, i/3)
			}
		}
		change(&s, &p)
		s.Problems = p
		return s, false, nil
	}
	return r
}

// Scores of rows that are numbered are calibrated as those of rows that are not.
func TestNumberedRowsAreCalibrated(t *testing.T) {
	var outputs []map[string]store.Output
	for name, r := range map[string]*scripted{
		"plain":    numbered(func(_ *contract.Stage, p *contract.Targeted) { p.Rows = nil }),
		"numbered": numbered(func(*contract.Stage, *contract.Targeted) {}),
		"weighed":  numbered(func(_ *contract.Stage, p *contract.Targeted) { p.Weights = slices.Repeat([]float64{1}, len(p.Rows)) }),
		"left out": numbered(func(_ *contract.Stage, p *contract.Targeted) {
			p.Rows = append(p.Rows, p.Rows[len(p.Rows)-1])
			p.Values.Data = append(p.Values.Data, 0, 0, 0)
			p.Values.Rows++
		}),
	} {
		s := openComponent(t, labelText(t, abc, `calibrate = "sigmoid"`, `reduction "rows" "rows" {}`),
			learnerOf(&witness{}, contract.Margin), r.component("rows"))
		s.mustRun(t, 1, nil)
		for _, result := range s.memory.results {
			if result.Uncalibrated > 0 || result.BinaryProblems != 3 {
				t.Fatalf("%s: %+v", name, result)
			}
		}
		outputs = append(outputs, map[string]store.Output{})
		for f := range 4 {
			outputs[len(outputs)-1][fmt.Sprint(f)] = s.memory.outputs[keyOf(s, "rows", f)]
		}
		if !reflect.DeepEqual(outputs[0], outputs[len(outputs)-1]) {
			t.Errorf("%s: other scores", name)
		}
	}
}

func TestRowsThatCannotBeNumbered(t *testing.T) {
	second := func(change func(s *contract.Stage)) *scripted {
		r := numbered(func(s *contract.Stage, _ *contract.Targeted) { s.Outputs = contract.ClassesOnly })
		first := r.next
		r.first = func(contract.Reduction) contract.Stage {
			return contract.Stage{Outputs: contract.ClassesOnly, Later: 4}
		}
		r.next = func(state string, t contract.Training) (contract.Stage, bool, error) {
			if state == "" {
				s, done, err := first(state, t)
				s.State = []byte("second")
				return s, done, err
			}
			s := contract.Stage{Problems: contract.Labelled{0}, Inputs: []contract.Input{contract.Targets}}
			change(&s)
			return s, false, nil
		}
		return r
	}
	for want, r := range map[string]*scripted{
		"training row 45, and there are 45, numbered from 0": numbered(func(_ *contract.Stage, p *contract.Targeted) { p.Rows[len(p.Rows)-1]++ }),
		"targets have 45 rows, and it numbers 44":            numbered(func(_ *contract.Stage, p *contract.Targeted) { p.Rows = p.Rows[1:] }),
		"targets of column 0 of earlier stages":              second(func(*contract.Stage) {}),
		"targets of column 2 of earlier stages":              second(func(s *contract.Stage) { s.Of = []int{2} }),
		"learner \"spy\" takes no row weights": numbered(func(_ *contract.Stage, p *contract.Targeted) {
			p.Weights = slices.Repeat([]float64{2}, len(p.Rows))
		}),
	} {
		c := learnerOf(&witness{}, contract.Margin)
		c.Capabilities.Properties &^= contract.TakesWeights
		s := openComponent(t, labelText(t, abc, "", `reduction "rows" "rows" {}`), c, r.component("rows"))
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for f := range 4 {
			result := s.memory.results[keyOf(s, "rows", f)]
			if result.Status != store.Failed || !strings.Contains(result.Error, want) {
				t.Errorf("%s: %q", result.Status, result.Error)
			}
		}
	}
}
