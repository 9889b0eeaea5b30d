package main

import (
	"math"
	"slices"

	"github.com/manyclass/bench/test/peers/figures"
	"github.com/manyclass/bench/test/peers/roofline"
)

// line is what a row came to.
type line struct {
	peer         string
	unlike       bool // the peer minimises something else
	theirs, ours []outcome
	measured     map[string]float64 // beside the ratio, by measure
}

// figures are the line's, one for each target of the row, the first with the roofline.
func (s setting) figures(r row, l line) []figures.Figure {
	var list []figures.Figure
	for i, t := range r.targets {
		f := figures.Empty(r.work, t.measure)
		f.Target, f.CPU, f.Date = t.Target, s.cpu, s.date
		f.Runs, f.BenchSeconds = len(l.ours), median(seconds(l.ours))
		if t.measure == figures.Ratio {
			l.compare(&f)
		} else {
			f.Figure = l.measured[t.measure]
		}
		if i == 0 {
			s.roofline(&f, r.need)
		}
		list = append(list, f)
	}
	return list
}

// compare fills in what was measured of both sides.
func (l line) compare(f *figures.Figure) {
	theirs, ours, ratios := l.theirs[0], l.ours[0], l.ratios()
	f.Peer, f.Version = l.peer, theirs.Version
	f.PeerSeconds = median(seconds(l.theirs))
	f.Figure, f.Least, f.Largest = median(ratios), slices.Min(ratios), slices.Max(ratios)
	f.PeerAccuracy, f.BenchAccuracy, f.Agreement = theirs.Accuracy, ours.Accuracy, l.agreement()
	if theirs.Objective != 0 && !l.unlike {
		f.PeerObjective, f.BenchObjective, f.ObjectiveExcess = theirs.Objective, ours.Objective,
			ours.Objective/theirs.Objective-1
	}
}

// roofline fills in what the work needs beside what the machine can do.
func (s setting) roofline(f *figures.Figure, need roofline.Work) {
	const giga = 1e9
	m := s.machine
	f.ReadOne, f.Read, f.FlopsOne, f.Flops = m.ReadOne/giga, m.Read/giga, m.FlopsOne/giga, m.Flops/giga
	limit, bound := m.Limit(need)
	if bound == "" {
		return
	}
	f.Gigabytes, f.Gigaflops = need.Bytes/giga, need.Flops/giga
	f.LimitSeconds, f.Bound, f.OfLimit = limit, bound, limit/f.BenchSeconds
}

// remark says what is wrong with a line, beside a floor that is missed.
func remark(f figures.Figure) string {
	text := ""
	if f.ObjectiveExcess > equal {
		text += "  OUR OBJECTIVE IS HIGHER"
	}
	if !math.IsNaN(f.ObjectiveExcess) && f.Agreement < 0.995 {
		text += "  OTHER PREDICTIONS"
	}
	return text
}

// agreement is the share of test rows for which both predict the same, NaN where
// predictions are not compared.
func (l line) agreement() float64 {
	theirs, ours := l.theirs[0].predictions, l.ours[0].predictions
	if len(theirs) != len(ours) || len(ours) == 0 {
		return math.NaN()
	}
	same := 0
	for i := range ours {
		if theirs[i] == ours[i] {
			same++
		}
	}
	return float64(same) / float64(len(ours))
}

// ratios are the peer's seconds over ours, pair by pair.
func (l line) ratios() []float64 {
	var list []float64
	for i := range l.ours {
		list = append(list, l.theirs[i].Seconds/l.ours[i].Seconds)
	}
	return list
}

func seconds(list []outcome) []float64 {
	var out []float64
	for _, o := range list {
		out = append(out, o.Seconds)
	}
	return out
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}
