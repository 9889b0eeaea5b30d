package verify

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/store"
)

// pair is the stored result of a cell and the one that was computed here.
type pair struct {
	dir, here string // their results folders
	old, now  store.Result
}

// differences are what two results of a cell differ in.
type differences struct {
	hard    []string // that no rounding explains
	largest float64  // of numbers, relative to 1 and the number
	near    int      // predictions that differ where two classes are as close as the bound
}

// judge says what the pair amounts to. Causes are what is known to be other here than where the stored result was
// computed: with them numbers may differ by the bound, without them by nothing.
func (p pair) judge(bound float64, causes []string) (o Outcome, why string, largest float64) {
	if store.Agree(p.old, p.now) {
		return Equal, "", 0
	}
	d, err := p.differences(bound)
	if err != nil {
		d.hard = append(d.hard, wording.Reason(err))
	}
	said := slices.Clone(d.hard)
	if d.largest > 0 {
		said = append(said, fmt.Sprintf("numbers differ by up to %.2g", d.largest))
	}
	if d.near > 0 {
		said = append(said, wording.Count(d.near, "prediction")+" differ where two classes are as close as that")
	}
	if len(said) == 0 {
		said = []string{"the stored bytes differ"}
	}
	cause := strings.Join(causes, "; ")
	switch {
	case len(causes) == 0:
		return Different, strings.Join(said, ", ") + "; nothing that bench knows explains it", d.largest
	case len(d.hard) > 0 || d.largest > bound:
		return Different, strings.Join(said, ", ") + "; " + cause, d.largest
	}
	return Within, strings.Join(said, ", ") + "; " + cause, d.largest
}

// Differ says in what two results of a cell differ that this bench computed with the same code, "" if in nothing. Both
// are in results folders.
func Differ(dir, here string, old, now store.Result) string {
	o, why, _ := pair{dir, here, old, now}.judge(0, nil)
	if o == Equal {
		return ""
	}
	return why
}

// differences compares what a cell predicts and what its training said.
func (p pair) differences(bound float64) (d differences, err error) {
	if p.old.Status != p.now.Status {
		d.hard = append(d.hard, fmt.Sprintf("its status is %s here, and %s is stored%s", p.now.Status, p.old.Status,
			because(p.now.Error)))
		return d, nil
	}
	if p.old.Status != store.OK {
		return d, nil
	}
	d.count("training rows", p.old.TrainRows, p.now.TrainRows)
	d.count("test rows", p.old.TestRows, p.now.TestRows)
	d.count("binary problems", p.old.BinaryProblems, p.now.BinaryProblems)
	if !reflect.DeepEqual(p.old.Tuned, p.now.Tuned) {
		d.hard = append(d.hard, "tuning chose other values")
	}
	if (p.old.Objective == nil) != (p.now.Objective == nil) {
		d.hard = append(d.hard, "one of the two has no objective")
	} else if p.old.Objective != nil {
		d.number(*p.old.Objective, *p.now.Objective)
	}
	for _, of := range [][2]*store.Blob{{p.old.Predictions, p.now.Predictions}, {p.old.Train, p.now.Train},
		{p.old.Folded, p.now.Folded}} {
		if (of[0] == nil) != (of[1] == nil) {
			d.hard = append(d.hard, "one of the two has no predictions of the training rows")
		} else if of[0] != nil {
			err = cmp.Or(err, p.predictions(&d, *of[0], *of[1], bound))
		}
	}
	return d, err
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return " (" + wording.FirstLine(reason) + ")"
}

func (d *differences) count(what string, old, now int) {
	if old != now {
		d.hard = append(d.hard, fmt.Sprintf("%d %s, and %d are stored", now, what, old))
	}
}

// number compares two numbers, relative to 1 and the first.
func (d *differences) number(old, now float64) {
	if old == now || math.IsNaN(old) && math.IsNaN(now) {
		return
	}
	by := math.Abs(old-now) / (1 + math.Abs(old))
	if math.IsNaN(by) {
		by = math.Inf(1)
	}
	d.largest = max(d.largest, by)
}

// predictions compares two blobs of predictions.
func (p pair) predictions(d *differences, old, now store.Blob, bound float64) error {
	a, err := store.ReadPredictions(p.dir, old)
	if err != nil {
		return err
	}
	b, err := store.ReadPredictions(p.here, now)
	if err != nil {
		return err
	}
	switch {
	case a.K != b.K || a.MultiLabel != b.MultiLabel || !slices.Equal(a.Rows, b.Rows):
		d.hard = append(d.hard, "other rows or classes are predicted")
		return nil
	case !slices.Equal(a.Truth.Class, b.Truth.Class) || !a.Truth.Y.Equal(b.Truth.Y):
		d.hard = append(d.hard, "the stored truth of the rows is not that of the data")
		return nil
	case a.HasProbabilities() != b.HasProbabilities():
		d.hard = append(d.hard, "one of the two has no probabilities")
		return nil
	}
	if a.Top != nil || b.Top != nil {
		d.best(a, b)
		return nil
	}
	for i := range a.Scores {
		d.number(a.Scores[i], b.Scores[i])
	}
	for i := range a.Probabilities {
		d.number(a.Probabilities[i], b.Probabilities[i])
	}
	d.classes(a, b, bound)
	return nil
}

// best compares predictions that have the best of each row alone.
func (d *differences) best(old, now store.Predictions) {
	if old.Top == nil || now.Top == nil {
		d.hard = append(d.hard, "one of the two has the scores of the best of each row alone")
		return
	}
	a, b := old.Top, now.Top
	if !a.Equal(b.Labels) || !slices.Equal(a.Predicted, b.Predicted) {
		d.hard = append(d.hard, "other classes or labels are the best of rows")
		return
	}
	for i := range a.Scores {
		d.number(a.Scores[i], b.Scores[i])
	}
	for i := range a.Probabilities {
		d.number(a.Probabilities[i], b.Probabilities[i])
	}
}

// classes compares what is predicted: classes, or labels.
func (d *differences) classes(old, now store.Predictions, bound float64) {
	far, all := 0, max(len(old.Predicted.Class), old.Predicted.Y.Rows()*old.K)
	for row := range old.Predicted.Class {
		was, is := old.Predicted.Class[row], now.Predicted.Class[row]
		switch {
		case was == is:
		case tied(now.Scores[row*now.K:(row+1)*now.K], was, is, bound):
			d.near++
		default:
			far++
		}
	}
	for row := range old.Predicted.Y.Rows() {
		far += old.Predicted.Y.Differing(now.Predicted.Y, row)
	}
	if far > 0 {
		d.hard = append(d.hard, fmt.Sprintf("%d of %s differ", far, wording.Count(all, "prediction")))
	}
}

// tied reports whether the scores of two classes are as close as numbers may differ.
func tied(scores []float64, a, b int, bound float64) bool {
	if a >= len(scores) || b >= len(scores) {
		return false
	}
	return math.Abs(scores[a]-scores[b]) <= 2*bound*(1+math.Abs(scores[a]))
}
