package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/test/scoretest"
)

// odd holds every kind of column and what is awkward in some format. Its columns
// are not in the order of their names.
func odd() Table {
	texts := []string{"plain", "", " led by a space", "a,b", `say "no"`, "two\nlines", "cr\rhere", `\.`, "<ö>&",
		"zero\x00"}
	numbers := []float64{0.1, math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 1e300, 5e-324, 1.0 / 3, 1e-5, 3}
	columns := []Column{{Name: "z"}, {Name: "n:1.5", Kind: Number}, {Name: "a", Kind: Integer}, {Kind: Number}}
	return Table{columns, rowsOf(texts, func(r *row, s string) {
		i := strings.Index("plain", s[:min(1, len(s))])
		for k := range texts {
			if texts[k] == s {
				i = k
			}
		}
		r.text(s)
		r.number(numbers[i])
		r.integer(math.MinInt64 + i)
		r.number(float64(i))
	})}
}

func collect(t *testing.T, table Table) [][]Value {
	t.Helper()
	var rows [][]Value
	for r, err := range table.Rows {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, append([]Value(nil), r...))
	}
	return rows
}

// CSV is what encoding/csv writes and reads.
func TestCSV(t *testing.T) {
	got := scoretest.Render(t, func(w io.Writer) error { return Write(w, odd(), CSV) })
	var want bytes.Buffer
	w := csv.NewWriter(&want)
	w.Write([]string{"z", "n:1.5", "a", ""})
	for _, r := range collect(t, odd()) {
		w.Write([]string{r[0].Text, shortest(r[1].Number), fmt.Sprint(r[2].Integer), fmt.Sprint(r[3].Number)})
	}
	w.Flush()
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("got\n%s\nencoding/csv writes\n%s", got, want.Bytes())
	}
}

func TestJSON(t *testing.T) {
	b := scoretest.Render(t, func(w io.Writer) error { return Write(w, odd(), JSON) })
	if !bytes.HasPrefix(b, []byte("[\n{\"z\":\"plain\",\"n:1.5\":0.1,\"a\":-9223372036854775808,\"\":0},\n")) {
		t.Errorf("begins %q", b[:80])
	}
	var list []map[string]any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&list); err != nil {
		t.Fatal(err)
	}
	for i, r := range collect(t, odd()) {
		if list[i]["z"] != r[0].Text || fmt.Sprint(list[i]["a"]) != fmt.Sprint(r[2].Integer) {
			t.Errorf("row %d is %v", i, list[i])
		}
		null := math.IsNaN(r[1].Number) || math.IsInf(r[1].Number, 0)
		if (list[i]["n:1.5"] == nil) != null {
			t.Errorf("row %d: %v is written %v", i, r[1].Number, list[i]["n:1.5"])
		}
		if n, ok := list[i]["n:1.5"].(json.Number); ok {
			if v, err := n.Float64(); err != nil || v != r[1].Number {
				t.Errorf("row %d: %v is written %s", i, r[1].Number, n)
			}
		}
	}
	empty := scoretest.Render(t, func(w io.Writer) error { return Write(w, Scores(nil), JSON) })
	if string(empty) != "[]\n" {
		t.Errorf("no rows are written %q", empty)
	}
}

// readParquet reads a file back with the columns in the order of the file.
func readParquet(t *testing.T, b []byte) (names []string, rows []parquet.Row, file *parquet.File) {
	t.Helper()
	file, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Root().Columns() {
		names = append(names, c.Name())
	}
	for _, g := range file.RowGroups() {
		reader := g.Rows()
		buffer := make([]parquet.Row, 7)
		for {
			n, err := reader.ReadRows(buffer)
			for _, r := range buffer[:n] {
				rows = append(rows, r.Clone())
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		reader.Close()
	}
	return names, rows, file
}

func TestParquet(t *testing.T) {
	write := func(w io.Writer) error { return Write(w, odd(), Parquet) }
	b := scoretest.Render(t, write)
	if !bytes.Equal(b, scoretest.Render(t, write)) {
		t.Error("two files of one table differ")
	}
	names, rows, file := readParquet(t, b)
	if got := strings.Join(names, ";"); got != "z;n:1.5;a;" {
		t.Errorf("columns %s", got)
	}
	if got := file.Metadata().CreatedBy; got != "bench version 1(build 0)" && !strings.HasPrefix(got, "bench version 1 ") {
		t.Errorf("created by %q", got)
	}
	want := collect(t, odd())
	if len(rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(rows), len(want))
	}
	for i, r := range want {
		if rows[i][0].String() != r[0].Text || rows[i][2].Int64() != r[2].Integer || rows[i][3].Double() != r[3].Number {
			t.Errorf("row %d reads back as %v", i, rows[i])
		}
		if got := rows[i][1].Double(); math.Float64bits(got) != math.Float64bits(r[1].Number) &&
			!(math.IsNaN(got) && math.IsNaN(r[1].Number)) {
			t.Errorf("row %d: %v reads back as %v", i, r[1].Number, got)
		}
	}
}

func TestEveryTableInEveryFormat(t *testing.T) {
	in := scoretest.Experiment()
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string]Table{
		"scores": Scores(rows), "cells": Cells(in), "variants": Variants(in.Plan),
		"summary":     Summary(score.Summarize(in.Plan, rows)),
		"predictions": Predictions(in, nil), "predictions_of_both_kinds": Predictions(scoretest.Mixed(), nil),
		"binary": Binary(in.Cells), "decoding": Decoding(in.Cells),
		"codes": Codes([]Code{{"ova", "iris", [][]int8{{1, -1}, {-1, 0}}, nil}}),
		"codes_by_fold": Codes([]Code{{"ova", "iris", [][]int8{{1, -1}, {-1, 0}}, nil},
			{"grown", "iris", [][]int8{{1}, {-1}}, &plan.Cell{Combination: plan.Combination{Dataset: "iris", Encoder: "plain", Learner: "a,b",
				Reduction: "grown"}, Repeat: 1, Fold: 2}}}),
		"features": Features(Design{Features: []string{"x", "row", "x", "x.2"}, Rows: []int{0, 4}, Test: []bool{false, true},
			Fill: func(_ []int, out []float64) error { copy(out, []float64{1, 2, 3, 4, 5, 6, 7, 8}); return nil }}),
	} {
		count := len(collect(t, table))
		for _, r := range collect(t, table) {
			if len(r) != len(table.Columns) {
				t.Fatalf("%s: a row of %d values for %d columns", name, len(r), len(table.Columns))
			}
		}
		var list []map[string]any
		if err := json.Unmarshal(scoretest.Render(t, func(w io.Writer) error { return Write(w, table, JSON) }),
			&list); err != nil || len(list) != count {
			t.Errorf("%s: JSON holds %d rows of %d, %v", name, len(list), count, err)
		}
		if _, rows, _ := readParquet(t, scoretest.Render(t,
			func(w io.Writer) error { return Write(w, table, Parquet) })); len(rows) != count {
			t.Errorf("%s: Parquet holds %d rows of %d", name, len(rows), count)
		}
		if strings.HasPrefix(name, "codes") || name == "features" {
			scoretest.Golden(t, name+".csv", scoretest.Render(t, func(w io.Writer) error { return Write(w, table, CSV) }))
		}
	}
}

// brokenAfter fails after some rows.
func brokenAfter(n int) Table {
	return Table{schema("a:number"), func(yield func([]Value, error) bool) {
		for range n {
			if !yield([]Value{{Number: 1}}, nil) {
				return
			}
		}
		yield(nil, errors.New("disk on fire"))
	}}
}

type full struct{ left int }

func (f *full) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errors.New("disk full")
	}
	return len(b), nil
}

func TestErrorsAreReturned(t *testing.T) {
	for _, f := range Formats() {
		if err := Write(io.Discard, brokenAfter(3), f); err == nil || err.Error() != "disk on fire" {
			t.Errorf("%s: %v", f, err)
		}
		if err := Write(&full{100}, Predictions(scoretest.Experiment(), nil), f); err == nil ||
			!strings.Contains(err.Error(), "disk full") {
			t.Errorf("%s: %v", f, err)
		}
	}
	if err := Write(io.Discard, wide(0, 70000), Parquet); err == nil || !strings.Contains(err.Error(), "70001 columns") {
		t.Errorf("70001 columns: %v", err)
	}
	if _, err := ParseFormat("xls"); err == nil || !strings.Contains(err.Error(), "csv, json, parquet") {
		t.Errorf("xls: %v", err)
	}
}

// wide is a table of a million values or more, in few distinct rows.
func wide(rows, columns int) Table {
	t := Table{Columns: schema("name")}
	for i := range columns {
		t.Columns = append(t.Columns, Column{Name: fmt.Sprint("x", i), Kind: Number})
	}
	t.Rows = func(yield func([]Value, error) bool) {
		var r row
		for i := range rows {
			r = r[:0]
			r.text(fmt.Sprint("row", i%10))
			for k := range columns {
				r.number(float64(i) + 1/float64(k+1))
			}
			if !yield(r, nil) {
				return
			}
		}
	}
	return t
}

// Tables larger than memory stream: what is live does not grow with the rows.
func TestParquetMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 200 MB")
	}
	var most uint64
	table := wide(25000, 1000)
	rows := table.Rows
	table.Rows = func(yield func([]Value, error) bool) {
		n := 0
		for r, err := range rows {
			if n++; n%5000 == 0 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
			if !yield(r, err) {
				return
			}
		}
	}
	if err := Write(io.Discard, table, Parquet); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d MB live at most", most>>20)
	if most > 128<<20 {
		t.Errorf("%d MB are live while 200 MB are written", most>>20)
	}
}
