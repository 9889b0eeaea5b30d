package metric

import (
	"fmt"
	"math"
	"strings"
)

// Input is what a metric is computed from: n rows and K classes.
type Input struct {
	Classes          []string // K names in class order
	Truth, Predicted []int    // n class numbers each
	// Probabilities holds K per row, row-major n × K; nil where there are none.
	Probabilities []float64
}

// Value is one number with the name that files and tables give it. An
// undefined value (no rows, or no probabilities where they are needed) is NaN.
type Value struct {
	Name  string
	Value float64
}

// Defined reports whether there is a value.
func (v Value) Defined() bool { return !math.IsNaN(v.Value) }

// PerClass reports whether the metric gives one value per class
// (average = "none").
func (s Spec) PerClass() bool {
	k, _ := find(s.Type)
	average, err := s.average()
	return k.averaged && err == nil && average == none
}

// Names returns the names of the values that Compute gives for a dataset with
// these classes: the metric's own name, or one per class such as
// "precision[setosa]". In the latter the option average=none, which the
// brackets already tell, is left out of the name.
func (s Spec) Names(classes []string) []string {
	if !s.PerClass() {
		return []string{s.Name}
	}
	stem := s.stem()
	names := make([]string, len(classes))
	for k, class := range classes {
		names[k] = stem + "[" + class + "]"
	}
	return names
}

// stem is the metric's name without the option average=none.
func (s Spec) stem() string {
	options, opened := strings.CutPrefix(s.Name, s.Type+"(")
	options, closed := strings.CutSuffix(options, ")")
	if !opened || !closed {
		return s.Name
	}
	var kept []string
	for _, option := range strings.Split(options, ",") {
		if option != "average="+none {
			kept = append(kept, option)
		}
	}
	if len(kept) == 0 {
		return s.Type
	}
	return s.Type + "(" + strings.Join(kept, ",") + ")"
}

// Compute returns the metric's values, in the order of Names. The conventions
// are scikit-learn's defaults:
//
//   - a ratio 0/0 is 0 (a class never predicted has precision 0, a class
//     without rows recall 0);
//   - macro averages over the classes present in truth or predictions,
//     balanced accuracy over those present in truth;
//   - f1 averages the f1 of the classes, it is not the f1 of averages;
//   - mcc is 0 when truth or predictions are constant;
//   - log_loss clips probabilities to [ε, 1−ε], ε = 2⁻⁵², and then divides each
//     row by its sum.
//
// A Spec that does not pass Check and slices of wrong lengths are a caller's
// bug and panic.
func (s Spec) Compute(in Input) []Value {
	if err := s.Check(); err != nil {
		panic(err)
	}
	if len(in.Predicted) != len(in.Truth) {
		panic(fmt.Sprintf("metric: %d predictions for %d rows", len(in.Predicted), len(in.Truth)))
	}
	names := s.Names(in.Classes)
	values := make([]Value, len(names))
	for i, name := range names {
		values[i] = Value{name, math.NaN()}
	}
	k, _ := find(s.Type)
	average, _ := s.average()
	switch {
	case len(in.Truth) == 0:
	case !k.averaged:
		values[0].Value = k.compute(in)
	case average == none:
		for i, c := range perClassCounts(in) {
			values[i].Value = k.perClass(c)
		}
	default:
		values[0].Value = averaged(perClassCounts(in), average, k.perClass)
	}
	return values
}

// counts are the one-against-the-rest counts of a class.
type counts struct{ tp, fp, fn int }

func perClassCounts(in Input) []counts {
	list := make([]counts, len(in.Classes))
	for i, truth := range in.Truth {
		predicted := in.Predicted[i]
		if truth == predicted {
			list[truth].tp++
		} else {
			list[truth].fn++
			list[predicted].fp++
		}
	}
	return list
}

// averaged turns per-class counts into one value.
func averaged(list []counts, average string, value func(counts) float64) float64 {
	if average == micro {
		var pooled counts
		for _, c := range list {
			pooled.tp += c.tp
			pooled.fp += c.fp
			pooled.fn += c.fn
		}
		return value(pooled)
	}
	sum, total := 0.0, 0.0
	for _, c := range list {
		weight := 0.0
		switch {
		case average == weighted:
			weight = float64(c.tp + c.fn)
		case c != counts{}:
			weight = 1
		}
		sum += weight * value(c)
		total += weight
	}
	return sum / total
}

func precision(c counts) float64 { return ratio(c.tp, c.tp+c.fp) }
func recall(c counts) float64    { return ratio(c.tp, c.tp+c.fn) }
func f1(c counts) float64        { return ratio(2*c.tp, 2*c.tp+c.fp+c.fn) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func accuracy(in Input) float64 {
	right := 0
	for i, truth := range in.Truth {
		if in.Predicted[i] == truth {
			right++
		}
	}
	return ratio(right, len(in.Truth))
}

func balancedAccuracy(in Input) float64 {
	sum, present := 0.0, 0.0
	for _, c := range perClassCounts(in) {
		if c.tp+c.fn > 0 {
			sum += recall(c)
			present++
		}
	}
	return sum / present
}

// mcc is the K-class correlation coefficient of Gorodkin (2004),
// (n·c − Σ tₖpₖ)/√((n² − Σpₖ²)(n² − Σtₖ²)) with c correct rows and tₖ, pₖ rows
// of class k in truth and predictions.
func mcc(in Input) float64 {
	n := float64(len(in.Truth))
	var right, tp, tt, pp float64
	for _, c := range perClassCounts(in) {
		t, p := float64(c.tp+c.fn), float64(c.tp+c.fp)
		right += float64(c.tp)
		tp += t * p
		tt += t * t
		pp += p * p
	}
	spread := (n*n - pp) * (n*n - tt)
	if spread == 0 {
		return 0
	}
	return (n*right - tp) / math.Sqrt(spread)
}

// logLoss is the mean over rows of −ln p(true class).
func logLoss(in Input) float64 {
	const eps = 0x1p-52
	classes := len(in.Classes)
	if in.Probabilities == nil {
		return math.NaN()
	}
	if len(in.Probabilities) != classes*len(in.Truth) {
		panic(fmt.Sprintf("metric: %d probabilities for %d rows and %d classes", len(in.Probabilities), len(in.Truth), classes))
	}
	loss := 0.0
	for i, truth := range in.Truth {
		row := in.Probabilities[i*classes : (i+1)*classes]
		sum := 0.0
		for _, p := range row {
			sum += clip(p, eps)
		}
		loss -= math.Log(clip(row[truth], eps) / sum)
	}
	return loss / float64(len(in.Truth))
}

func clip(p, eps float64) float64 { return min(max(p, eps), 1-eps) }
