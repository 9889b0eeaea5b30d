package splits

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data"
)

func read(t *testing.T, name, text string, rows int) (*data.Splits, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Read(path, rows)
	for _, defect := range data.Errors(err) {
		if defect.File != path {
			t.Errorf("a defect of %q: %v", defect.File, defect)
		}
		defect.File = name
	}
	return s, err
}

// openML is a split file in the form of OpenML's tasks: rows from 0, in no order.
const openML = `@RELATION anneal_splits
% written by hand, in the form of https://api.openml.org/api_splits
@ATTRIBUTE type {TRAIN,TEST}
@ATTRIBUTE rowid INTEGER
@ATTRIBUTE 'repeat' INTEGER
@ATTRIBUTE fold INTEGER

@DATA
TRAIN,3,0,1
TRAIN,2,0,1
TEST,0,0,1
TEST,1,0,1
TRAIN,0,0,0
TRAIN,1,0,0
TEST,3,0,0
TEST,2,0,0
`

// lowerOpenML is the same as newer tasks have it: the form of tasks/1/datasplits.arff among
// the test files of openml-python, whose attributes are small letters and numeric.
const lowerOpenML = `@relation dataset_1_anneal_splits

@attribute type {TRAIN,TEST}
@attribute rowid numeric
@attribute repeat numeric
@attribute fold numeric

@data
TRAIN,1,0,0
TRAIN,0,0,0
TEST,3,0,0
TEST,2,0,0
TRAIN,3,0,1
TRAIN,2,0,1
TEST,1,0,1
TEST,0,0,1
`

func TestRead(t *testing.T) {
	halves := [][]data.Split{{{Train: []int{0, 1}, Test: []int{2, 3}}, {Train: []int{2, 3}, Test: []int{0, 1}}}}
	for name, c := range map[string]struct {
		text string
		want [][]data.Split
	}{
		"openml.arff": {openML, halves},
		"lower.arff":  {lowerOpenML, halves},
		"halves.csv": {"row,repeat,fold,part\n0,0,0,train\n1,0,0,train\n2,0,0,test\n3,0,0,test\n" +
			"0,0,1,test\n1,0,1,test\n2,0,1,train\n3,0,1,train\n", halves},
		"one.csv":   {"part,row\r\nTrain,1\r\n\"test\", 0 \r\n", [][]data.Split{{{Train: []int{1}, Test: []int{0}}}}},
		"twice.csv": {"row,part\n3,train\n0,test\n3,train\n1,ignore\n", [][]data.Split{{{Train: []int{3, 3}, Test: []int{0}}}}},
		// Numbers are in their order, other names in that of the file.
		"names.csv": {"row,repeat,fold,part\n0,10,late,test\n1,10,late,train\n2,10,early,test\n1,10,early,train\n" +
			"3,9,early,test\n1,9,early,train\n",
			[][]data.Split{{{Train: []int{1}, Test: []int{3}}},
				{{Train: []int{1}, Test: []int{0}}, {Train: []int{1}, Test: []int{2}}}}},
	} {
		s, err := read(t, name, c.text, 4)
		if err != nil || !reflect.DeepEqual(s.Repeats, c.want) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
	a, _ := read(t, "a.arff", openML, 4)
	b, _ := read(t, "b.csv", "row,fold,part\n0,a,train\n1,a,train\n2,a,test\n3,a,test\n2,b,train\n3,b,train\n0,b,test\n1,b,test\n", 9)
	c, _ := read(t, "c.csv", "row,fold,part\n0,a,train\n1,a,test\n", 4)
	if a.SHA256 != b.SHA256 || a.SHA256 == c.SHA256 || len(a.SHA256) != 64 {
		t.Errorf("digests %s, %s, %s", a.SHA256, b.SHA256, c.SHA256)
	}
}

func TestMistakes(t *testing.T) {
	const head = "row,repeat,fold,part\n"
	for text, want := range map[string]string{
		"":                                 "s.csv: the file is empty",
		"\n%\n":                            "s.csv: the split file has no rows; its columns are row, repeat, fold, part",
		head:                               "s.csv: the split file has no rows",
		"row,part,sample\n0,test,0\n":      `s.csv:1: a split file has no column "sample". Its columns are row, repeat, fold, part`,
		"rows,part\n0,test\n":              `s.csv:1: a split file has no column "rows". Did you mean "row"?`,
		"row,rowid,part\n":                 `s.csv:1: column "row" is there twice`,
		"row,fold\n0,0\n":                  "s.csv:1: the split file has no column part; its columns are",
		head + "0,0,0\n":                   "s.csv:2: got 3 fields, expected 4",
		head + "x,0,0,test\n":              `s.csv:2: the row is "x", which is not a whole number; rows are numbered from 0`,
		head + "1,0,0,train\n4,0,0,test\n": "s.csv:3: there is no row 4: rows are numbered from 0, those of the dataset to 3",
		head + "-1,0,0,test\n":             "s.csv:2: there is no row -1",
		head + "0,,0,test\n":               "s.csv:2: repeat or fold is empty",
		head + "0,0,0,valid\n":             `s.csv:2: the part is "valid": tuning and calibration divide the training rows of a fold themselves; write train`,
		head + "0,0,0,tset\n":              `s.csv:2: the part is "tset"; it is train, test or ignore`,
		head + "0,0,0,test\n1,0,0,train\n0,0,0,train\n": "s.csv:4: fold 0 of repeat 0 tests row 0 and trains on it: see line 2",
		head + "0,0,0,train\n0,0,0,test\n":              "s.csv:3: fold 0 of repeat 0 tests row 0 and trains on it: see line 2",
		head + "0,0,0,test\n1,0,0,train\n0,0,0,test\n":  "s.csv:4: fold 0 of repeat 0 tests row 0 twice, first in line 2",
		head + "0,0,0,test\n1,0,0,train\n2,1,0,train\n": "s.csv:4: fold 0 of repeat 1, which begins here, tests no row",
		"row,fold,part\n0,a,test\n1,a,test\n":           "s.csv:2: fold a, which begins here, has no training row; list the rows that train too",
		"row,fold,part\n0,a,ignore\n":                   "s.csv:2: fold a, which begins here, tests no row",
	} {
		_, err := read(t, "s.csv", text, 4)
		found := lists.Map(data.Errors(err), func(e *data.Error) string { return e.Error() })
		if len(found) != 1 || !strings.HasPrefix(found[0], want) {
			t.Errorf("of %q: %q, want %q", text, found, want)
		}
	}
	if _, err := read(t, "s.csv", head+strings.Repeat("9,0,0,test\n", 100), 4); len(data.Errors(err)) != mostErrors {
		t.Errorf("of 100 mistakes: %v", err)
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none.csv"), 4); err == nil {
		t.Error("a file that is not there is read")
	}
}

// Whatever a file holds, its folds are folds or it has defects.
func FuzzRead(f *testing.F) {
	f.Add(openML)
	f.Add("row,repeat,fold,part\n0,0,0,train\n1,0,0,test\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := read(t, "fuzz.csv", text, 5)
		if err != nil {
			return
		}
		for _, folds := range s.Repeats {
			for _, one := range folds {
				if len(one.Train) == 0 || len(one.Test) == 0 {
					t.Errorf("an empty part: %+v", one)
				}
			}
		}
	})
}
