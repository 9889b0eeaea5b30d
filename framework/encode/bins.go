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

// addBins appends the bins of a numeric column.
func addBins(b *builder, e *encoder, n *number, values []float64) {
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

// addSegments appends the piecewise linear features of a numeric column.
func addSegments(b *builder, e *encoder, n *number, values []float64) {
	s := &bins{of: n, edges: edgesOf(values, e.Strategy, e.Bins), form: "linear"}
	if !isFinite(s.edges[0]) {
		return // all values are equal
	}
	for bin := range len(s.edges) - 1 {
		b.feature(b.table.Columns[n.column].Name+s.name(bin), contract.NumericColumn)
	}
	b.source(s, len(s.edges)-1)
}

// mostBins bounds the features of a numeric column.
const mostBins = 1000

// ofBins are the attributes of types that divide numbers into bins.
func ofBins(own ...contract.Param) []contract.Param {
	list := append([]contract.Param{
		{Name: "strategy", Type: "string", Default: "quantile", OneOf: []string{"quantile", "uniform", "kmeans"},
			Doc: "Where bins begin, as in scikit-learn's KBinsDiscretizer: quantile has about as many training rows in " +
				"each (edges " +
				"are the quantiles 0, 1/n, …, 1, by the method averaged_inverted_cdf), uniform bins of one width, kmeans bins " +
				"around the means of Lloyd's algorithm in one dimension, begun in the middles of uniform ones (a value in " +
				"the very middle of two means joins the lower one). Bins of width at " +
				"most 1e-8 are joined under quantile and kmeans."},
		{Name: "n_bins", Type: "number", Default: 5., Integer: true, Min: contract.Bound(2), Max: contract.Bound(mostBins),
			Doc: "The number of bins of a numeric column, fewer where it has few values."},
	}, own...)
	return append(list, imputeParam, indicatorParam, unseenIndicator(), rareBelowParam, columnsParam)
}

func binning() kind {
	return kind{
		Component: contract.Component{
			Name: "binning",
			Doc: "Each numeric column divided into bins, as scikit-learn's KBinsDiscretizer does: an indicator for each bin, " +
				"`col=[a,b)` for a ≤ x < b, or the number of the bin. The first bin also has all that is below it, the last all " +
				"that is above. Missing numbers are imputed first; a column of one value has one bin. Categorical columns are " +
				"encoded as by one_hot. (Dougherty, Kohavi and Sahami, Supervised and unsupervised discretization of " +
				"continuous features, ICML 1995.)",
			Params: ofBins(contract.Param{Name: "encode", Type: "string", Default: "onehot", OneOf: []string{"onehot", "ordinal"},
				Doc: "What becomes of a bin: an indicator (onehot), or its number from 0 as the only feature `col` " +
					"(ordinal), not scaled."}),
		},
		fit:    each((*builder).addIndicators),
		number: addBins,
		mostOfNumber: func(e *encoder) (int, int) {
			if e.Encode == "ordinal" {
				return 1, 1
			}
			return e.Bins, 1
		},
		most: func(_ *encoder, v variable, _ int) (int, int) { return v.size, 1 },
	}
}

func piecewiseLinear() kind {
	return kind{
		Component: contract.Component{
			Name: "piecewise_linear",
			Doc: "Piecewise linear encoding: each numeric column is divided into bins with the edges b_0 < … < b_n, and " +
				"bin t has " +
				"the feature (x − b_(t−1)) / (b_t − b_(t−1)), `col[a,b)`, which is 1 where x is above the bin and 0 where it is " +
				"below, but for the first and last bin, which go on beyond the edges. A linear model of these is a continuous " +
				"function with a kink at each edge. Features are not scaled; missing numbers are imputed first; a column of " +
				"one value " +
				"has no feature. Categorical columns are encoded as by one_hot. (Gorishniy, Rubachev and Babenko, On embeddings " +
				"for numerical features in tabular deep learning, NeurIPS 2022, equation 1.)",
			Params: ofBins(),
		},
		fit:          each((*builder).addIndicators),
		number:       addSegments,
		mostOfNumber: func(e *encoder) (int, int) { return e.Bins, e.Bins },
		most:         func(_ *encoder, v variable, _ int) (int, int) { return v.size, 1 },
	}
}
