package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
)

var no = false

// sets are well-known sets of one class a row, with what they need to be read.
var sets = map[string]source.Source{
	"adult/adult.data.gz": {Layout: source.Layout{Header: &no}, Roles: source.Roles{Target: "14"}},
	"adult/adult.parquet": {Roles: source.Roles{Target: "class"}},
	"adult/adult.test.gz": {Layout: source.Layout{Header: &no, SkipLines: 1},
		Roles: source.Roles{Target: "14"}},
	"audiology/audiology.arff":     {},
	"car/car.data":                 {Layout: source.Layout{Header: &no}, Roles: source.Roles{Target: "6"}},
	"ecoli/ecoli.arff":             {},
	"hpc_data/hpc_data.csv":        {Roles: source.Roles{Target: "class"}},
	"hpc_data/hpc_data.parquet":    {Roles: source.Roles{Target: "class"}},
	"hypothyroid/hypothyroid.arff": {},
	"internetusage/internetusage.csv": {Layout: source.Layout{Format: "tsv", Missing: []string{""}},
		Roles: source.Roles{Target: "Actual Time", Drop: []string{"who"}}},
	"letter/letter.csv.gz":            {Roles: source.Roles{Target: "lettr"}},
	"letter/letter.parquet":           {Roles: source.Roles{Target: "lettr"}},
	"letter_libsvm/letter.scale":      {Layout: source.Layout{Format: "svmlight"}},
	"letter_libsvm/letter.scale.t":    {Layout: source.Layout{Format: "svmlight"}},
	"mushroom/mushroom.arff":          {},
	"nursery/nursery.arff":            {},
	"optdigits/optdigits.arff":        {},
	"optdigits/optdigits_sparse.arff": {},
	"pendigits_libsvm/pendigits":      {Layout: source.Layout{Format: "svmlight"}},
	"pendigits_libsvm/pendigits.t":    {Layout: source.Layout{Format: "svmlight"}},
	"penguins/penguins.csv": {Roles: source.Roles{Target: "species"},
		Layout: source.Layout{Missing: []string{"NA"}}},
	"penguins/penguins.parquet": {Roles: source.Roles{Target: "species"}},
	"penguins/penguins.tsv": {Roles: source.Roles{Target: "species"},
		Layout: source.Layout{Missing: []string{"NA"}}},
	"pmlb_connect_4/connect_4.tsv.gz": {Roles: source.Roles{Target: "target"}},
	"satimage/sat.trn": {Layout: source.Layout{Format: "space", Header: &no},
		Roles: source.Roles{Target: "36"}},
	"satimage/sat.tst": {Layout: source.Layout{Format: "space", Header: &no},
		Roles: source.Roles{Target: "36"}},
	"sector_libsvm/sector.scale.bz2":   {Layout: source.Layout{Format: "svmlight"}},
	"sector_libsvm/sector.t.scale.bz2": {Layout: source.Layout{Format: "svmlight"}},
	"segment_uci/segmentation.data": {Layout: source.Layout{Header: &no, SkipLines: 5},
		Roles: source.Roles{Target: "0"}},
	"segment_uci/segmentation.test": {Layout: source.Layout{Header: &no, SkipLines: 5},
		Roles: source.Roles{Target: "0"}},
	"splice/splice.arff": {Roles: source.Roles{Drop: []string{"Instance_name"}}},
	"usps/zip.test.gz": {Layout: source.Layout{Format: "space", Header: &no},
		Roles: source.Roles{Target: "0"}},
	"usps/zip.train.gz": {Layout: source.Layout{Format: "space", Header: &no},
		Roles: source.Roles{Target: "0"}},
	"vowel_esl/vowel.test":  {Roles: source.Roles{Target: "y", Drop: []string{"row.names"}}},
	"vowel_esl/vowel.train": {Roles: source.Roles{Target: "y", Drop: []string{"row.names"}}},
	"yeast_uci/yeast.data": {Layout: source.Layout{Format: "space", Header: &no},
		Roles: source.Roles{Target: "9", Drop: []string{"0"}}},
}

// sample is some rows of a set, sorted by class.
type sample struct {
	forms   []contract.Features // dense if they are not too wide, compressed if they are mostly zero
	rows    contract.RowSet
	classes int
}

// mostValues bounds a dense sample.
const mostValues = 1 << 21

// load reads a set and takes rows of it by chance, always the same.
func load(s source.Source, rows int) (sample, error) {
	table, _, err := loader.Table(s)
	if err != nil {
		return sample{}, err
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(table.Rows)
	order = slices.DeleteFunc(order, func(i int) bool { return table.Truth.Class[i] < 0 })
	return encoded(table, order[:min(rows, len(order))])
}

// encoded encodes some rows of a table, one-hot and standardised.
func encoded(table *data.Table, rows []int) (sample, error) {
	slices.SortStableFunc(rows, func(a, b int) int { return table.Truth.Class[a] - table.Truth.Class[b] })
	config := contract.NewConfig(nil)
	e, err := encode.New("one_hot", config)
	if err != nil {
		return sample{}, err
	}
	fitted, err := e.Fit(table, rows)
	if err != nil {
		return sample{}, err
	}
	out := sample{classes: 0, rows: contract.RowSet{Shift: fitted.Shift, Scale: fitted.Scale}}
	last := -1
	for at, row := range rows { // classes that occur, numbered anew
		if table.Truth.Class[row] != last {
			last = table.Truth.Class[row]
			out.rows.Ranges = append(out.rows.Ranges, contract.Range{Start: at, Class: out.classes})
			out.classes++
		}
		out.rows.Ranges[out.classes-1].End = at + 1
	}
	if out.classes < 2 {
		return out, fmt.Errorf("%d rows hold %d class", len(rows), out.classes)
	}
	cols := len(fitted.Columns)
	f := contract.Features{Rows: len(rows), Cols: cols}
	if len(rows)*cols <= mostValues {
		x := make([]float64, len(rows)*cols)
		if err := fitted.Training().Fill(table, rows, x); err != nil {
			return out, err
		}
		out.forms = append(out.forms, contract.Features{Rows: f.Rows, Cols: cols, Dense: x})
	}
	if !fitted.MostlyZero {
		return out, nil
	}
	indptr, err := fitted.Training().Indptr(table, rows)
	if err != nil {
		return out, err
	}
	n := indptr[len(rows)]
	f.CSR = &contract.CSR{Data: make([]float64, n), Indices: make([]int32, n), Indptr: indptr}
	out.forms = append(out.forms, f)
	return out, fitted.Training().FillCSR(table, rows, *f.CSR)
}
