package encode

import (
	"fmt"
	"math"
	"strconv"

	"github.com/manyclass/bench/framework/base/symmetric"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// projection is the source of pca: features of one_hot, shifted and scaled, projected to
// their principal components.
type projection struct {
	inner   *Fitted
	centre  []float64 // the means of the inner features
	axes    []float64 // by component, then inner feature
	feature int
	kept    int // number of components
}

// mostProjected bounds the features that are projected, whose covariances are kept.
const mostProjected = 1000

// fit finds the components of the training rows.
func (s *projection) fit(b *builder, p *pca) error {
	d, n := len(s.centre), float64(len(b.rows))
	x := make([]float64, d)
	for _, row := range b.rows {
		if err := s.scaled(view{table: b.table}, row, x); err != nil {
			return err
		}
		for j, v := range x {
			s.centre[j] += v / n
		}
	}
	if d == 0 || n < 2 {
		return nil
	}
	products, err := s.covariances(b, x)
	if err != nil {
		return err
	}
	variances, axes, ok := symmetric.Eigen(products, d)
	if !ok {
		return fmt.Errorf("the principal components of %d features cannot be computed: their values are too large", d)
	}
	for _, j := range components(variances, p.Components, max(n, float64(d))) {
		axis := axes[j]
		size := signOf(axis)
		if p.Whiten {
			size /= math.Sqrt(variances[j])
		}
		for _, v := range axis {
			s.axes = append(s.axes, v*size)
		}
		s.kept++
	}
	return nil
}

// covariances are those of the inner features in the training rows, the lower triangle; x has room for a row.
func (s *projection) covariances(b *builder, x []float64) ([]float64, error) {
	d, n := len(s.centre), float64(len(b.rows))
	products := make([]float64, d*d)
	for _, row := range b.rows {
		if err := s.scaled(view{table: b.table}, row, x); err != nil {
			return nil, err
		}
		for j := range x {
			x[j] -= s.centre[j]
		}
		for i, v := range x {
			if v == 0 {
				continue
			}
			line := products[i*d : i*d+i+1]
			for j := range line {
				line[j] += v * x[j] / (n - 1)
			}
		}
	}
	return products, nil
}

// components returns the positions of the components that are kept, the largest
// variance first: as many as are wanted, or below 1 the fewest that explain a larger share
// of the variance; all if wanted is 0. Components whose variance is rounding are
// left out. Variances ascend.
func components(variances []float64, wanted, size float64) []int {
	const epsilon = 0x1p-52
	largest, total, explained := variances[len(variances)-1], 0.0, 0.0
	for _, v := range variances {
		total += max(v, 0)
	}
	var list []int
	for j := len(variances) - 1; j >= 0 && variances[j] > largest*size*epsilon; j-- {
		if wanted >= 1 && float64(len(list)) == wanted || wanted > 0 && wanted < 1 && explained/total > wanted {
			break
		}
		list = append(list, j)
		explained += variances[j]
	}
	return list
}

// signOf returns the sign of the largest entry of an axis in size, the first of those
// that differ by rounding.
func signOf(axis []float64) float64 {
	largest := 0.0
	for _, v := range axis {
		if math.Abs(v) > math.Abs(largest)*(1+1e-9) {
			largest = v
		}
	}
	return math.Copysign(1, largest)
}

// scaled writes the inner features of a row, shifted and scaled.
func (s *projection) scaled(v view, row int, x []float64) error {
	clear(x)
	if err := s.inner.each(v, row, func(feature int, value float64) { x[feature] = value }); err != nil {
		return err
	}
	s.inner.Apply(x)
	return nil
}

func (s *projection) each(v view, row int, yield func(int, float64)) error {
	d := len(s.centre)
	x := make([]float64, d)
	if err := s.scaled(v, row, x); err != nil {
		return err
	}
	for j := range x {
		x[j] -= s.centre[j]
	}
	for i := range s.kept {
		if p := dot(s.axes[i*d:(i+1)*d], x); p != 0 {
			yield(s.feature+i, p)
		}
	}
	return nil
}

func (s *projection) identify(d digest, t *data.Table) {
	for _, source := range s.inner.sources {
		source.identify(d, t)
	}
	for _, list := range [][]float64{s.inner.Shift, s.inner.Scale, s.centre, s.axes} {
		for _, v := range list {
			d.real(v)
		}
	}
}

// pca projects the features of one_hot.
type pca struct {
	oneHot
	Components float64 `json:"n_components"` // 0 for all
	Whiten     bool    `json:"whiten"`
}

func pcaKind() kind {
	return kind{contract.Component{Name: "pca", Params: scaled(
		contract.Param{Name: "n_components", Type: "number", Above: contract.Bound(0),
			Doc: "The number of components. Below 1 it is a share of the variance: as few components are kept as explain more " +
				"than this share. All by default."},
		contract.Param{Name: "whiten", Type: "bool", Doc: "Divides each component by its standard deviation (divisor " +
			"rows − 1) in the training rows. false by default."},
		unseenIndicator(), rareBelowParam,
	)}, func() settings { return &pca{} }}
}

// check checks that a number of components is whole.
func (p *pca) check() []contract.Diagnostic {
	if p.Components < 1 || p.Components == math.Trunc(p.Components) {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{"n_components"},
		fmt.Sprintf("n_components is %v: from 1 on it is a number of components and must be whole", p.Components),
		"Write for example n_components = 10, or n_components = 0.95 for a share of the variance.")}
}

// takes refuses tables of too many features.
func (p *pca) takes(t *data.Table) error {
	if width, _ := mostOfColumns(&p.oneHot, t); width > mostProjected {
		return fmt.Errorf("encoder type pca projects at most %d features, and this table can have %d: leave out columns of "+
			"many values with columns, or join values with rare_below", mostProjected, width)
	}
	return nil
}

// add implements ofAll.
func (p *pca) add(b *builder) error {
	inner := &builder{Fitted: &Fitted{}, table: b.table, rows: b.rows, seed: b.seed, groups: b.groups}
	if err := inner.add(&p.oneHot); err != nil {
		return err
	}
	s := &projection{inner: inner.Fitted, feature: len(b.Columns), centre: make([]float64, len(inner.Columns))}
	if err := s.fit(b, p); err != nil {
		return err
	}
	for i := range s.kept {
		b.feature("pca"+p.suffix+"="+strconv.Itoa(i), contract.NumericColumn)
	}
	b.source(s, s.kept)
	return nil
}

// mostOf implements ofAll.
func (p *pca) mostOf(t *data.Table) (width, nonzero int) {
	width, _ = mostOfColumns(&p.oneHot, t)
	if p.Components >= 1 {
		width = min(width, int(p.Components))
	}
	return width, width
}

func (*pca) refitted(*data.Table) bool { return true }
