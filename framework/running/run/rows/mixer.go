package rows

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/encode"
)

// Mixer puts the inputs of rows side by side. If the features are in compressed
// form, so is what it makes.
type Mixer struct {
	inputs []contract.Input
	cols   int // of the features
	dense  *matrix.Mapped
	sparse *matrix.CSR
}

// Open maps the features.
func (m *Mixer) Open(f service.Features) (err error) {
	m.cols = f.Cols
	if f.Dense != "" {
		m.dense, err = matrix.Open(f.Dense)
		return err
	}
	m.sparse, err = matrix.OpenCSR(matrix.CSRPaths{Data: f.Data, Indices: f.Indices, Indptr: f.Indptr}, f.Rows, f.Cols)
	return err
}

// Close unmaps the features.
func (m *Mixer) Close() {
	var err error
	if m.dense != nil {
		err = m.dense.Close()
	}
	if m.sparse != nil {
		err = errors.Join(err, m.sparse.Close())
	}
	_ = err // what was mapped for reading alone has nothing to lose
}

// Mix returns the inputs of the rows in ranges of the features.
func (m *Mixer) Mix(ranges []contract.Range, of Earlier) Values {
	x := m.none()
	for _, input := range m.inputs {
		if input == contract.Original {
			x.cols += m.cols
		} else {
			x.cols += of[input].Cols
		}
	}
	if m.sparse == nil {
		x.values = make([]float64, 0, CountRows(ranges)*x.cols)
	}
	number := 0
	for _, r := range ranges {
		for at := r.Start; at < r.End; at, number = at+1, number+1 {
			m.add(&x, at, of, number)
		}
	}
	return x
}

// add adds the inputs of a row, given where its features are and its number among those of
// earlier stages.
func (m *Mixer) add(x *Values, at int, of Earlier, number int) {
	column := 0
	for _, input := range m.inputs {
		switch {
		case input != contract.Original:
			x.appendDense(of[input].Row(number), column)
			column += of[input].Cols
			continue
		case m.sparse != nil:
			x.appendSparse(m.sparse, at, column)
		default:
			x.appendDense(m.dense.Data[at*m.cols:(at+1)*m.cols], column)
		}
		column += m.cols
	}
	x.endRow()
}

// none returns no rows, of the form that Mix gives them.
func (m *Mixer) none() Values {
	if m.sparse == nil {
		return Values{}
	}
	return Values{indptr: []int64{0}}
}

// Columns describes inputs: features keep their names, shifts and scales; scores
// are called "score 1", "score 2" …, targets "target 1", "target 2" …, and both are
// as they are. Targets are of two categories, "0" and "1".
func (m *Mixer) Columns(features *encode.Fitted, of Earlier) *encode.Fitted {
	out := &encode.Fitted{Sparse: m.sparse != nil, MostlyZero: m.sparse != nil}
	kinds := map[contract.Input]contract.Column{contract.Scores: {Name: "score", Kind: contract.NumericColumn},
		contract.Targets: {Name: "target", Kind: contract.NominalColumn, Values: []string{"0", "1"}}}
	for _, input := range m.inputs {
		if input != contract.Original {
			n := of[input].Cols
			for i := range n {
				column := kinds[input]
				column.Name += fmt.Sprint(" ", i+1)
				out.Columns = append(out.Columns, column)
			}
			out.Shift, out.Scale = padded(out.Shift, nil, n, 0), padded(out.Scale, nil, n, 1)
			continue
		}
		n := len(features.Columns)
		out.Columns = append(out.Columns, features.Columns...)
		out.Shift, out.Scale = padded(out.Shift, features.Shift, n, 0), padded(out.Scale, features.Scale, n, 1)
	}
	if features.Shift == nil && features.Scale == nil {
		out.Shift, out.Scale = nil, nil
	}
	return out
}

// padded appends values, or n times the neutral one if there are none.
func padded(to, values []float64, n int, neutral float64) []float64 {
	if values == nil {
		values = slices.Repeat([]float64{neutral}, n)
	}
	return append(to, values...)
}

// NewMixer returns a mixer of the inputs of a stage, without features yet.
func NewMixer(s contract.Stage) *Mixer {
	if s.Inputs == nil {
		return &Mixer{inputs: []contract.Input{contract.Original}}
	}
	return &Mixer{inputs: s.Inputs}
}
