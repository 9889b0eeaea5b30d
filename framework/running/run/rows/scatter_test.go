package rows

import (
	"bytes"
	"math"
	"os"
	"runtime"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
)

// tall is a table of many rows of three classes in turn, with missing values.
func tall(rows, cols int) *data.Table {
	t := &data.Table{Rows: rows}
	for j := range cols {
		c := data.Column{Name: string(rune('a' + j)), Values: make([]float64, rows)}
		for i := range c.Values {
			c.Values[i] = float64(1 + (i*7+j*13)%1001)
		}
		t.Columns = append(t.Columns, c)
	}
	t.Columns[0].Values[5] = math.NaN()
	t.Truth.Class = make([]int, rows)
	for i := range rows {
		t.Truth.Class[i] = i % 3
	}
	return t
}

// written writes the dense matrix of a table with a fifth of the rows tested and some twice
// in training, and returns the file.
func written(t *testing.T, table *data.Table, last bool) []byte {
	t.Helper()
	repeat := fold.Repeat{Folds: 1, Test: make([]int, table.Rows), Times: make([]int, table.Rows)}
	for i := range table.Rows {
		repeat.Test[i], repeat.Times[i] = fold.Never, 1
		switch {
		case i%5 == 0:
			repeat.Test[i] = 0
		case i%1000 == 1:
			repeat.Times[i] = 2
		case i%1000 == 2:
			repeat.Test[i] = fold.Out
		}
	}
	o := orderOf(table.Truth.Class, repeat)
	e, err := encode.New("none", contract.Config("{}"))
	if err != nil {
		t.Fatal(err)
	}
	fitted, err := e.Fit(table, o.trainingIDs(0))
	if err != nil {
		t.Fatal(err)
	}
	c := content{table: table, fitted: fitted, ids: o.ids, parts: o.encoded(0), last: last}
	var f form
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := f.write(t.TempDir(), c, false); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	defer f.files.Close()
	matrix := uint64(8 * len(c.ids) * len(table.Columns))
	if took := after.TotalAlloc - before.TotalAlloc; took > matrix/4 {
		t.Errorf("writing a matrix of %d bytes allocated %d", matrix, took)
	}
	file, err := os.ReadFile(f.Dense)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// The features of a table go while its last matrix is written, which is the same as one of a
// table that stays.
func TestTheTableGoesWhileItIsWritten(t *testing.T) {
	const rows, cols = 200_000, 12
	table := tall(rows, cols)
	want := written(t, table, false)
	if got := written(t, table, true); !bytes.Equal(got, want) {
		t.Error("another matrix where the table goes")
	}
	if runtime.GOOS != "linux" {
		return
	}
	kept := 0
	for _, c := range table.Columns {
		kept += lists.Count(c.Values, func(v float64) bool { return v != 0 })
	}
	if most := rows * cols / 20; kept > most {
		t.Errorf("%d values of %d are still held, more than %d", kept, rows*cols, most)
	}
}
