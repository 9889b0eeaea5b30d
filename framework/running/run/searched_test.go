package run

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// searching is a chain whose models score rows after hypotheses.
func searching(by contract.Search, order ...int) *scripted {
	r := chain(order...)
	plain := r.next
	r.next = func(state string, t contract.Training) (contract.Stage, bool, error) {
		s, done, err := plain(state, t)
		s.Search = &by
		return s, done, err
	}
	r.decode = func(_ string, row []float64) []float64 {
		out, column := make([]float64, len(order)), 0
		for at, label := range order {
			out[label] = row[column]
			column += by.Width(at)
		}
		return out
	}
	return r
}

// Models score each row after each hypothesis of the labels before theirs, and the reducer gets
// the scores after all hypotheses in their order.
func TestASearchScoresRowsAfterHypotheses(t *testing.T) {
	order := []int{2, 0, 1}
	for _, by := range []contract.Search{{Beam: 1}, {Beam: 3}, {Beam: 8}, {Samples: 5, Seed: 3}, {Least: 0.4}} {
		w, r := &witness{}, searching(by, order...)
		text := labelText(t, abc, "", `reduction "labels" "chain" {}`) + "\nmetric \"hamming_loss\" { on = \"train\" }\n"
		s := openComponent(t, text, learnerOf(w, contract.LogOdds), r.component("labels"))
		s.mustRun(t, 1, nil)
		if len(w.tasks) != 12 || len(r.decoded) != 8 {
			t.Fatalf("%+v: %d problems, %d decoded", by, len(w.tasks), len(r.decoded))
		}
		for f := range 4 {
			for part, ids := range [][]int{testRows(s, f), trainingRows(s, f)} {
				x, decoded := features(s, ids), r.decoded[2*f+part]
				var want [3][][]float64 // by link
				for i := range ids {
					hypotheses, column := by.Begin(), 0
					for at := range order {
						for _, g := range hypotheses {
							seen := slices.Clone(x.Row(i))
							for _, target := range g.Targets {
								seen = append(seen, float64(target))
							}
							want[at] = append(want[at], seen)
						}
						row := decoded.Row(i)[column : column+by.Width(at)]
						column += by.Width(at)
						if slices.ContainsFunc(row[len(hypotheses):], func(v float64) bool { return v != 0 }) {
							t.Fatalf("%+v: scores %v after %d hypotheses", by, row, len(hypotheses))
						}
						hypotheses = by.Extend(hypotheses, row[:len(hypotheses)])
					}
				}
				for at := range order {
					seen := scoredBy(w, 3*f+at)[part]
					if !slices.Equal(seen.Data, slices.Concat(want[at]...)) {
						t.Fatalf("%+v, fold %d: link %d scores %v after hypotheses, want %v", by, f, at, seen.Data, want[at])
					}
				}
			}
		}
	}
}

// scoredBy are the rows that a model has scored.
func scoredBy(w *witness, model int) (list []contract.Matrix) {
	for n, m := range w.models {
		if m == model {
			list = append(list, w.scored[n])
		}
	}
	return list
}

// A beam of one is what the signs of scores say, to the byte, and many hypotheses are the same
// whatever the size of the parts that they are scored in and with two workers.
func TestSearchesAndSigns(t *testing.T) {
	results := func(r *scripted, workers int) (list []float64) {
		s := openComponent(t, labelText(t, abc, `calibrate = "sigmoid"`, `reduction "labels" "chain" {}`),
			learnerOf(&witness{}, contract.Margin), r.component("labels"))
		s.mustRun(t, workers, nil)
		for f := range 4 {
			list = append(list, s.memory.outputs[keyOf(s, "chain", f)].Test.Scores...)
		}
		return list
	}
	signs := results(chain(1, 2, 0), 1)
	if one := results(searching(contract.Search{Beam: 1}, 1, 2, 0), 1); !slices.Equal(one, signs) || len(one) != 180 {
		t.Errorf("a beam of one gives %v, signs %v", one, signs)
	}
	drawn := contract.Search{Samples: 7, Seed: 1}
	if one, two := results(searching(drawn, 1, 2, 0), 1), results(searching(drawn, 1, 2, 0), 2); !slices.Equal(one, two) {
		t.Error("two workers draw other hypotheses")
	}
}

// A search that cannot be gone on with fails its cells, with a reason.
func TestSearchesThatCannotBe(t *testing.T) {
	by := contract.Search{Beam: 2}
	for want, change := range map[string]func(at int, s *contract.Stage){
		"the last is not of a model that sees the others": func(at int, s *contract.Stage) {
			if at == 2 {
				s.Of = []int{1, 0}
			}
		},
		"and does not search, as one of them does": func(at int, s *contract.Stage) {
			if at == 2 {
				s.Search = nil
			}
		},
		"as another stage does": func(at int, s *contract.Stage) {
			if at == 2 {
				s.Of = []int{0}
			}
		},
	} {
		r := searching(by, 0, 1, 2)
		plain := r.next
		r.next = func(state string, t contract.Training) (contract.Stage, bool, error) {
			s, done, err := plain(state, t)
			change(int(state[0])+1, &s)
			return s, done, err
		}
		s := openComponent(t, labelText(t, abc, "", `reduction "labels" "chain" {}`), learnerOf(&witness{}, contract.LogOdds),
			r.component("labels"))
		s.run(t, 1, nil)
		if got := s.memory.results[keyOf(s, "chain", 0)]; !strings.Contains(got.Error, want) {
			t.Errorf("%q, want %q", got.Error, want)
		}
	}
	margins := openComponent(t, labelText(t, abc, "", `reduction "labels" "chain" {}`), learnerOf(&witness{}, contract.Margin),
		searching(by, 0, 1, 2).component("labels"))
	margins.run(t, 1, nil)
	if got := margins.memory.results[keyOf(margins, "chain", 0)]; !strings.Contains(got.Error, "are margins, not log-odds") {
		t.Errorf("with margins: %q", got.Error)
	}
}
