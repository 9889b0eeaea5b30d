package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/score"
)

// csvOf is the table that a command prints.
func csvOf(t *testing.T, args ...string) [][]string {
	t.Helper()
	a := bench(t, args...)
	a.says(t, 0)
	rows, err := csv.NewReader(strings.NewReader(a.stdout)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Every table of results is printed with its own columns and rows.
func TestExportTables(t *testing.T) {
	dir := invented(t, nil)
	for _, test := range []struct {
		name, columns string
		rows          int
	}{
		{"scores", "dataset,encoder,learner,reduction,repeat,fold,metric,value,status", 104},
		{"cells", "dataset,encoder,learner,reduction,repeat,fold,status,error,train_rows", 23},
		{"variants", "kind,name,parameter,value", 0},
		{"summary", "dataset,encoder,learner,reduction,metric,mean,sd,n,undefined", 36},
		{"curves", "dataset,encoder,learner,reduction,metric,train_size,train_rows,mean,sd,n", 0},
		{"binary", "dataset,encoder,learner,reduction,repeat,fold,column,problem,rows,errors", 35},
		{"decoding", "dataset,encoder,learner,reduction,repeat,fold,rows,wrong,corrected,spoiled", 14},
		{"predictions", "dataset,encoder,learner,reduction,repeat,fold,row,truth,prediction", 340},
	} {
		rows := csvOf(t, "export", test.name, dir)
		if head := strings.Join(rows[0], ","); !strings.HasPrefix(head, test.columns) || len(rows)-1 != test.rows {
			t.Errorf("%s has columns %s and %d rows, want %s and %d", test.name, head, len(rows)-1, test.columns, test.rows)
		}
	}
}

// The formats have the same rows; a file has the format of its ending.
func TestExportFormats(t *testing.T) {
	dir, out := invented(t, nil), t.TempDir()
	table := csvOf(t, "export", "summary", dir)
	a := bench(t, "export", "summary", dir, "-format", "json")
	a.says(t, 0, "!warning: 1 of 24 cells of "+dir+" have no result and are missing here")
	var objects []map[string]any
	if err := json.Unmarshal([]byte(a.stdout), &objects); err != nil || len(objects) != len(table)-1 || objects[0]["dataset"] != "iris" {
		t.Errorf("%d objects of %d rows, %v", len(objects), len(table)-1, err)
	}
	written := filepath.Join(out, "summary.json")
	bench(t, "export", "summary", dir, "-out", written).says(t, 0)
	if read(t, written) != a.stdout {
		t.Error("the file has other bytes than stdout")
	}
	bench(t, "export", "summary", dir, "-out", filepath.Join(out, "s.parquet")).says(t, 0)
	if !strings.HasPrefix(read(t, filepath.Join(out, "s.parquet")), "PAR1") {
		t.Error("the file is not Parquet")
	}
	bench(t, "export", "summary", dir, "-out", filepath.Join(out, "absent", "s.csv")).says(t, exitUsage, "!absent")
}

// A complete folder has nothing to warn of.
func TestExportWithoutWarning(t *testing.T) {
	if a := bench(t, "export", "scores", invented(t, finished)); a.status != 0 || a.stderr != "" {
		t.Errorf("status %d, %s", a.status, a.stderr)
	}
}

func TestExportOneDataset(t *testing.T) {
	dir := invented(t, nil)
	all, glass := csvOf(t, "export", "predictions", dir), csvOf(t, "export", "predictions", dir, "-dataset", "glass")
	of := slices.DeleteFunc(slices.Clone(all[1:]), func(row []string) bool { return row[0] != "glass" })
	if len(glass)-1 != len(of) || len(of) != 100 {
		t.Errorf("%d rows of glass, want %d of %d", len(glass)-1, len(of), len(all)-1)
	}
	bench(t, "export", "predictions", dir, "-dataset", "wine").says(t, exitUsage, "!-dataset wine: there are iris, glass")
}

func TestExportPictures(t *testing.T) {
	dir, out := invented(t, nil), filepath.Join(t.TempDir(), "figures")
	bench(t, "export", "pictures", dir, "-out", out, "-format", "svg").says(t, 0, "!written into "+out+": ")
	files := tree(t, out)
	for name, text := range files {
		if !strings.HasSuffix(name, ".svg") || !strings.Contains(text, "<svg") {
			t.Errorf("%s is not an SVG", name)
		}
	}
	if len(files) == 0 {
		t.Error("no picture was written")
	}
	bench(t, "export", "pictures", dir).says(t, exitUsage, "!pictures are many files; write -out FOLDER")
	bench(t, "export", "pictures", dir, "-out", out, "-format", "png").says(t, exitUsage, "!-format png: ")
}

// What needs something that the folder does not hold says so.
func TestExportRefuses(t *testing.T) {
	dir := invented(t, nil)
	bench(t, "export", "experiment", dir).says(t, exitUsage, "!holds no experiment file")
	bench(t, "export", "scores", t.TempDir()).says(t, exitUsage, "!is not a results folder")
	bench(t, "export", "scores", dir, "-binary").says(t, exitUsage, "!keep_scores")
	broken := invented(t, func(in *score.Input) { in.Plan.Metrics[0].Type = "unheard_of" })
	bench(t, "export", "scores", broken).says(t, exitUsage, "!unheard_of")
}

// A table ends at once if the command is interrupted, and leaves no file.
func TestInterruptedTable(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	path := filepath.Join(t.TempDir(), "table.csv")
	err := (&destination{out: path}).writeWith(ctx, func(w io.Writer) error {
		_, err := io.WriteString(w, "a,b\n")
		return err
	})
	if _, missing := os.Stat(path); err == nil || missing == nil {
		t.Errorf("%v", err)
	}
}
