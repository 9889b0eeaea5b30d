package encode

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

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

// addProjection appends the principal components of the features that one_hot makes of
// the columns.
func (b *builder) addProjection(e *encoder) error {
	one := *e
	one.kind = oneHot()
	inner := &builder{Fitted: &Fitted{}, table: b.table, rows: b.rows, seed: b.seed, groups: b.groups}
	if err := inner.add(&one); err != nil {
		return err
	}
	s := &projection{inner: inner.Fitted, feature: len(b.Columns), centre: make([]float64, len(inner.Columns))}
	if err := s.fit(b, e); err != nil {
		return err
	}
	name := "pca" + strings.TrimPrefix(e.bucketName, "hash") + "="
	for i := range s.kept {
		b.feature(name+strconv.Itoa(i), contract.NumericColumn)
	}
	b.source(s, s.kept)
	return nil
}

// fit finds the components of the training rows.
func (s *projection) fit(b *builder, e *encoder) error {
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
	products := mat.NewSymDense(d, nil)
	raw := products.RawSymmetric()
	for _, row := range b.rows {
		if err := s.scaled(view{table: b.table}, row, x); err != nil {
			return err
		}
		for j := range x {
			x[j] -= s.centre[j]
		}
		for i, v := range x {
			if v == 0 {
				continue
			}
			line := raw.Data[i*raw.Stride:]
			for j := i; j < d; j++ {
				line[j] += v * x[j] / (n - 1)
			}
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(products, true) {
		return fmt.Errorf("the principal components of %d features cannot be computed: their values are too large", d)
	}
	variances, vectors := eigen.Values(nil), mat.NewDense(d, d, nil)
	eigen.VectorsTo(vectors)
	for _, j := range components(variances, e.Components, max(n, float64(d))) {
		axis := mat.Col(nil, j, vectors)
		size := signOf(axis)
		if e.Whiten {
			size /= math.Sqrt(variances[j])
		}
		for _, v := range axis {
			s.axes = append(s.axes, v*size)
		}
		s.kept++
	}
	return nil
}

// components returns the positions of the components that are kept, the largest
// variance first: as many as are wanted, or below 1 so many that they explain a larger
// share of the variance; all if wanted is 0. Components whose variance is rounding are
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

// checkComponents checks that the number of components is one.
func (e *encoder) checkComponents() []contract.Diagnostic {
	if e.Components < 1 || e.Components == math.Trunc(e.Components) {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{"n_components"},
		fmt.Sprintf("n_components is %v: from 1 on it is a number of components, and whole", e.Components),
		"Write for example n_components = 10, or n_components = 0.95 for a share of the variance.")}
}

func pca() kind {
	return kind{
		Component: contract.Component{
			Name: "pca",
			Doc: "Principal components of the features that one_hot makes, numbers being scaled first: `pca=0`, `pca=1`, " +
				"…, the " +
				"projections of a row, less the means of the training rows, to the eigenvectors of their covariance matrix, in " +
				"the order of falling variance; the largest entry of each eigenvector is positive, as in scikit-learn's PCA. " +
				"Components without variance are left out. " + fmt.Sprintf("At most %d features are projected. ", mostProjected) +
				"Rows count once, whatever their weights. (Pearson, On lines and planes of closest fit to systems of points " +
				"in space, 1901.)",
			Params: scaled(
				contract.Param{Name: "n_components", Type: "number", Above: contract.Bound(0),
					Doc: "The number of components, or below 1 the share of the variance that the fewest components which are kept " +
						"explain more than. All by default."},
				contract.Param{Name: "whiten", Type: "bool", Doc: "Divides each component by its standard deviation " +
					"(divisor rows − 1) " +
					"in the training rows. false by default."},
				unseenIndicator(), rareBelowParam),
		},
		whole: (*builder).addProjection,
		most:  func(_ *encoder, v variable, _ int) (int, int) { return v.size, 1 },
		takes: func(e *encoder, t *data.Table, _ []int) error {
			if width, _ := e.mostOfColumns(t); width > mostProjected {
				return fmt.Errorf("encoder type pca projects at most %d features, and there can be %d before: leave columns of "+
					"many values out with columns, or join values with rare_below", mostProjected, width)
			}
			return nil
		},
	}
}
