// Package counting holds encoders that count the training rows with each category: shares of
// the rows, and rates of the classes. They make the features of bench's own encoders
// frequency and target.
package counting

import (
	"encoding/json"
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// Components describes the encoders.
func Components() []contract.Component {
	return []contract.Component{
		{
			Kind: contract.KindEncoder, Name: "shares",
			Doc:          "The share of training rows that have the category; numbers less their mean, by their deviation.",
			Capabilities: contract.Capabilities{Properties: contract.Deterministic},
			NewEncoder:   func(contract.Config) (contract.Encoder, error) { return Counts{}, nil },
		},
		{
			Kind: contract.KindEncoder, Name: "rates",
			Doc: "For each class its share among the training rows that have the category, (successes + prior) / (count + " +
				"prior · classes); numbers less their mean, by their deviation.",
			Params: []contract.Param{{Name: "prior", Type: "number", Default: 1.0, Above: contract.Bound(0),
				Doc: "Rows of each class that are added to each category."}},
			Capabilities: contract.Capabilities{Properties: contract.Deterministic | contract.LearnsTarget},
			NewEncoder: func(c contract.Config) (contract.Encoder, error) {
				rates := Counts{ByClass: true}
				err := c.Decode(&rates)
				return rates, err
			},
		},
	}
}

// Counts are both encoders.
type Counts struct {
	ByClass bool    `json:"-"`
	Prior   float64 `json:"prior"`
}

// column is what is learnt of a column.
type column struct {
	Mean, Deviation float64     // of numbers
	Of              [][]float64 // the features of each category, the missing one first
}

// Fit counts the training rows.
func (c Counts) Fit(t contract.TrainingRecords) (e contract.Encoding, err error) {
	var state []column
	for j, of := range t.Columns {
		switch {
		case of.Kind == contract.NumericColumn:
			state = append(state, standard(t.X, j))
			e.Columns = append(e.Columns, contract.Column{Name: of.Name})
		case c.ByClass:
			state = append(state, c.rates(t, j))
			for _, class := range t.Classes {
				e.Columns = append(e.Columns, contract.Column{Name: of.Name + "~" + class})
			}
		default:
			state = append(state, shares(t, j))
			e.Columns = append(e.Columns, contract.Column{Name: of.Name})
		}
	}
	e.State, err = json.Marshal(state)
	return e, err
}

// standard learns mean and deviation of a column of numbers; missing ones count as the mean.
func standard(x contract.Matrix, j int) column {
	n, sum, squares := 0.0, 0.0, 0.0
	for i := range x.Rows {
		if v := x.Row(i)[j]; v == v {
			n, sum = n+1, sum+v
		}
	}
	if n == 0 {
		return column{Deviation: 1}
	}
	mean := sum / n
	for i := range x.Rows {
		if v := x.Row(i)[j]; v == v {
			squares += float64((v - mean) * (v - mean))
		}
	}
	if squares == 0 {
		return column{Mean: mean, Deviation: 1}
	}
	return column{Mean: mean, Deviation: math.Sqrt(squares / float64(x.Rows))}
}

// shares learns the share of each category.
func shares(t contract.TrainingRecords, j int) column {
	of := make([][]float64, len(t.Columns[j].Values)+1)
	for category, rows := range count(t, j) {
		of[category] = []float64{rows[0] / float64(t.X.Rows)}
	}
	return column{Of: of}
}

// rates learns the rates of the classes in each category.
func (c Counts) rates(t contract.TrainingRecords, j int) column {
	of := make([][]float64, len(t.Columns[j].Values)+1)
	for category, rows := range count(t, j) {
		for _, successes := range rows[1:] {
			of[category] = append(of[category], (successes+c.Prior)/(rows[0]+float64(c.Prior*float64(len(t.Classes)))))
		}
	}
	return column{Of: of}
}

// count counts the rows with each category, the missing one first: all, then those of each class.
func count(t contract.TrainingRecords, j int) [][]float64 {
	rows := make([][]float64, len(t.Columns[j].Values)+1)
	for category := range rows {
		rows[category] = make([]float64, 1+len(t.Classes))
	}
	for i := range t.X.Rows {
		of := rows[1+int(t.X.Row(i)[j])]
		of[0]++
		if t.Target != nil {
			of[1+t.Target[i]]++
		}
	}
	return rows
}

// Transform makes the features of rows.
func (Counts) Transform(state []byte, r contract.Records) (contract.Matrix, error) {
	var columns []column
	x := contract.Matrix{Rows: r.X.Rows}
	if err := json.Unmarshal(state, &columns); err != nil {
		return x, err
	}
	for i := range r.X.Rows {
		for j, v := range r.X.Row(i) {
			of := columns[j]
			switch {
			case of.Of != nil:
				x.Data = append(x.Data, of.Of[1+int(v)]...)
			case v != v:
				x.Data = append(x.Data, 0)
			default:
				x.Data = append(x.Data, (v-of.Mean)/of.Deviation)
			}
		}
	}
	x.Cols = len(x.Data) / max(1, x.Rows)
	return x, nil
}
