package encode

import (
	"sort"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// bins is the source of binning and piecewise_linear for a numeric column.
type bins struct {
	of    *number
	edges []float64
	form  string // "onehot", "ordinal" or "linear"
}

// at returns the bin of a value: the first also has what is below it, the last what is
// above it.
func (s *bins) at(x float64) int {
	inner := s.edges[1 : len(s.edges)-1]
	return sort.Search(len(inner), func(i int) bool { return inner[i] > x })
}

func (s *bins) each(v view, row int, yield func(int, float64)) error {
	x := s.of.value(&v.table.Columns[s.of.column], row)
	bin := s.at(x)
	switch s.form {
	case "onehot":
		yield(s.of.feature+bin, 1)
	case "ordinal":
		if bin > 0 {
			yield(s.of.feature, float64(bin))
		}
	case "linear":
		for i := range bin {
			yield(s.of.feature+i, 1)
		}
		if low := s.edges[bin]; x != low {
			yield(s.of.feature+bin, (x-low)/(s.edges[bin+1]-low))
		}
	}
	return nil
}

func (s *bins) identify(d digest, t *data.Table) {
	s.of.identify(d, t)
	d.text(s.form)
	for _, edge := range s.edges {
		d.real(edge)
	}
}

// name returns what the bin is called in the name of a feature: "[1.5,2)", "(-inf,1.5)"
// for the first and "[2,inf)" for the last.
func (s *bins) name(bin int) string {
	text := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	low, high := "(-inf", "inf)"
	if bin > 0 {
		low = "[" + text(s.edges[bin])
	}
	if bin < len(s.edges)-2 {
		high = text(s.edges[bin+1]) + ")"
	}
	return low + "," + high
}

// mostBins bounds the features of a numeric column.
const mostBins = 1000

// divided are the attributes of types that divide numbers into bins. They encode
// categories as one_hot does.
type divided struct {
	oneHot
	Strategy string `json:"strategy"`
	Bins     int    `json:"n_bins"`
}

// ofBins are the attributes of types that divide numbers into bins.
func ofBins(own ...contract.Param) []contract.Param {
	list := append([]contract.Param{
		{Name: "strategy", Type: "string", Default: "quantile", OneOf: []string{"quantile", "uniform", "kmeans"},
			Doc: "Where bins begin, as in scikit-learn's KBinsDiscretizer. quantile puts about as many training rows into " +
				"each (edges are the quantiles 0, 1/n, …, 1, by the method averaged_inverted_cdf). uniform makes bins of equal " +
				"width. kmeans makes bins around the means of Lloyd's algorithm in one dimension, started in the middles of " +
				"uniform bins (a value exactly between two means joins the lower one). quantile and kmeans join bins whose width " +
				"is at most 1e-8."},
		{Name: "n_bins", Type: "number", Default: 5., Integer: true, Min: contract.Bound(2), Max: contract.Bound(mostBins),
			Doc: "The number of bins of a numeric column; fewer if it has few values."},
	}, own...)
	return append(list, imputeParam, indicatorParam, unseenIndicator(), rareBelowParam, columnsParam)
}

// binning makes each bin an indicator, or its number a feature.
type binning struct {
	divided
	Encode string `json:"encode"`
}

func binningKind() kind {
	return kind{contract.Component{Name: "binning", Params: ofBins(
		contract.Param{Name: "encode", Type: "string", Default: "onehot", OneOf: []string{"onehot", "ordinal"},
			Doc: "How to encode a bin: as an indicator (onehot), or as its number from 0, the only feature `col`, not scaled " +
				"(ordinal)."},
	)}, func() settings { return &binning{} }}
}

func (e *binning) number(b *builder, n *number, values []float64) {
	s := &bins{of: n, edges: edgesOf(values, e.Strategy, e.Bins), form: e.Encode}
	name := b.table.Columns[n.column].Name
	if s.form == "ordinal" {
		b.feature(name, contract.NumericColumn)
	} else {
		for bin := range len(s.edges) - 1 {
			b.feature(name+"="+s.name(bin), contract.IndicatorColumn)
		}
	}
	b.source(s, 1)
}

func (e *binning) mostOfNumber() (width, nonzero int) {
	if e.Encode == "ordinal" {
		return 1, 1
	}
	return e.Bins, 1
}

// piecewiseLinear makes a feature of each bin, which says how far a number is into it.
type piecewiseLinear struct{ divided }

func piecewiseLinearKind() kind {
	return kind{contract.Component{Name: "piecewise_linear", Params: ofBins()},
		func() settings { return &piecewiseLinear{} }}
}

func (e *piecewiseLinear) number(b *builder, n *number, values []float64) {
	s := &bins{of: n, edges: edgesOf(values, e.Strategy, e.Bins), form: "linear"}
	if !isFinite(s.edges[0]) {
		return // all values are equal
	}
	for bin := range len(s.edges) - 1 {
		b.feature(b.table.Columns[n.column].Name+s.name(bin), contract.NumericColumn)
	}
	b.source(s, len(s.edges)-1)
}

func (e *piecewiseLinear) mostOfNumber() (width, nonzero int) { return e.Bins, e.Bins }
