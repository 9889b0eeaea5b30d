package measured

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

func read(t *testing.T, text string) *Table {
	t.Helper()
	table, err := ReadCSV("scores.csv", []byte(text), Reading{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestLongAndWide(t *testing.T) {
	want := &Table{Datasets: []string{"iris", "glass"}, Methods: []string{"nb", "svm"}, Parts: []Parts{
		{Units: []Unit{{}}, Values: [][]float64{{0.9}, {0.95}}}, {Units: []Unit{{}}, Values: [][]float64{{0.5}, {0.6}}}}}
	for name, text := range map[string]string{
		"wide":                "dataset,nb,svm\niris,0.9,0.95\nglass,0.5,0.6\n",
		"wide without names":  ",nb,svm\niris, 0.9 ,0.95\nglass,.5,6e-1\n",
		"byte order mark":     "\ufeffdataset,nb,svm\r\niris,0.9,0.95\r\nglass,0.5,0.6\r\n",
		"long":                "dataset,method,value\niris,nb,0.9\niris,svm,0.95\nglass,nb,0.5\nglass,svm,0.6\n",
		"long, with the mark": "\ufeffdataset,method,value\niris,nb,0.9\niris,svm,0.95\nglass,nb,0.5\nglass,svm,0.6\n",
		"long, other order":   "value,dataset,method\n0.9,iris,nb\n0.6,glass,svm\n0.95,iris,svm\n0.5,glass,nb\n",
	} {
		if got := read(t, text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

func TestFolds(t *testing.T) {
	table := read(t, "dataset,method,value,fold,repeat\niris,a,1,0,0\niris,b,2,0,0\niris,b,4,1,0\niris,a,3,1,0\n"+
		"iris,a,5,0,1\niris,b,6,0,1\nwine,b,8,x,y\nwine,a,7,x,y\n")
	want := Parts{Units: []Unit{{"0", "0"}, {"0", "1"}, {"1", "0"}}, Values: [][]float64{{1, 3, 5}, {2, 4, 6}}}
	if !reflect.DeepEqual(table.Parts[0], want) || !table.Folded() {
		t.Errorf("%+v, want %+v", table.Parts[0], want)
	}
	if repeats, folds, whole := table.Parts[0].Division(); repeats != 2 || folds != 2 || whole {
		t.Errorf("%d repeats of %d folds, whole %v", repeats, folds, whole)
	}
	if repeats, folds, whole := table.Parts[1].Division(); repeats != 1 || folds != 1 || !whole {
		t.Errorf("%d repeats of %d folds, whole %v", repeats, folds, whole)
	}
	if means := table.Means(0); !reflect.DeepEqual(means, []float64{3, 7}) {
		t.Errorf("means %v", means)
	}
	if read(t, "d,a,b\niris,1,2\n").Folded() {
		t.Error("a wide table has folds")
	}
}

// A table from elsewhere may say how many rows train and test in a fold; the corrected t-test takes their shares.
func TestRowsOfFolds(t *testing.T) {
	table := read(t, "dataset,method,value,fold,repeat,train_rows,test_rows\niris,a,1,1,1,99,51\niris,b,2,1,1,99,51\n"+
		"iris,a,3,1,2,99,51\niris,b,4,1,2,99,51\n")
	if test, train := table.Parts[0].Shares(); test != 102 || train != 198 || table.Parts[0].CrossValidated() {
		t.Errorf("%v of %v", test, train)
	}
}

// Each mistake is told with its line; the rest of the file is read all the same.
func TestMistakes(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"empty":     {"", "scores.csv: the file is empty"},
		"no values": {"dataset,a,b\n", "scores.csv: there are no values"},
		"one method": {"dataset,method,value\niris,nb,1\n",
			`scores.csv: there is only one method, "nb"; a comparison needs two`},
		"one column": {"dataset,nb\niris,1\n", "scores.csv:1: a wide table has a column of datasets and one for " +
			"each of two"},
		"semicolons": {"dataset;nb;svm\niris;1;2\n", "scores.csv:1: the fields are not separated by commas"},
		"empty cell": {"dataset,a,b\niris,1,2\nglass,,2\n", `scores.csv:3: the value of "a" on "glass" is missing`},
		"NaN": {"dataset,a,b\niris,NaN,2\n",
			`scores.csv:2: the value of "a" on "iris" is "NaN", which is not a finite number`},
		"infinite": {"dataset,a,b\niris,1,-inf\n",
			`scores.csv:2: the value of "b" on "iris" is "-inf", which is not a finite`},
		"underscore":   {"dataset,a,b\niris,1_0.5,2\n", `scores.csv:2: the value of "a" on "iris" is "1_0.5", which is not a`},
		"word":         {"dataset,a,b\niris,1,high\n", `scores.csv:2: the value of "b" on "iris" is "high", which is not a`},
		"short line":   {"dataset,a,b\niris,1\n", "scores.csv:2: 2 fields, where the first line has 3"},
		"dataset":      {"dataset,a,b\n,1,2\n", "scores.csv:2: the dataset is missing"},
		"rows twice":   {"dataset,a,b\niris,1,2\niris,1,2\n", `scores.csv:3: "a" has a value on "iris" already, in line 2`},
		"column twice": {"dataset,a,a\niris,1,2\n", `scores.csv:1: there are two columns "a"`},
		"no head":      {"dataset,a,,b\niris,1,2,3\n", "scores.csv:1: column 3 has no name"},
		"quote":        {"dataset,a,b\niris,1,2\n\"glass,1,2\n", "scores.csv:"},
		"long, no method": {"dataset,value\niris,1\n",
			`scores.csv:1: a long table needs a column "method"`},
		"rows of one part":   {"dataset,method,value,fold,test_rows\niris,a,1,0,5\n", `scores.csv:1: a long table needs a column "train_rows"`},
		"rows without folds": {"dataset,method,value,train_rows,test_rows\niris,a,1,5,5\n", `scores.csv:1: a long table needs a column "fold"`},
		"no rows": {"dataset,method,value,fold,train_rows,test_rows\niris,a,1,0,-5,5\niris,b,1,0,5,5.5\n",
			`scores.csv:2: train_rows is "-5"; write a whole number of rows`},
		"repeat alone": {"dataset,method,value,repeat\niris,a,1,0\n", `scores.csv:1: a long table needs a column "fold"`},
		"other column": {"dataset,method,value,metric\niris,a,1,x\n",
			`scores.csv:1: a long table has no column "metric"`},
		"fold empty": {"dataset,method,value,fold\niris,a,1,\niris,b,1,0\n", "scores.csv:2: the fold is missing"},
		"fold twice": {"dataset,method,value,fold\niris,a,1,0\niris,b,1,0\niris,a,2,0\n",
			`scores.csv:4: "a" has a value on "iris", fold 0 already, in line 2`},
		"fold of one": {"dataset,method,value,fold,repeat\niris,a,1,0,1\niris,b,1,0,1\niris,a,2,1,1\n",
			`scores.csv:4: "b" has no value on "iris", fold 1 of repeat 1, where "a" has one; give it, or leave out`},
		"in order": {"dataset,method,value\niris,a,1\niris,b,x\n", `scores.csv:3: the value of "b"`},
		"first line first": {"dataset,method,value\nwine,a,1\niris,a,1\niris,b,x\n",
			`scores.csv:2: "b" has no value on "wine"`},
		"dataset of one": {"dataset,method,value\niris,a,1\niris,b,1\nglass,b,2\n",
			`scores.csv:4: "a" has no value on "glass", where "b" has one`},
	} {
		_, err := ReadCSV("scores.csv", []byte(c.text), Reading{})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	_, err := ReadCSV("scores.csv", []byte("dataset,a,b\n"+strings.Repeat("iris,x,y\n", 9)), Reading{})
	if n := strings.Count(err.Error(), "\n") + 1; n != mostProblems+1 || !strings.HasSuffix(err.Error(), " more") {
		t.Errorf("%d lines of mistakes: %v", n, err)
	}
}

// Texts in other encodings and with other ends of lines are read or refused by their line.
func TestEncodings(t *testing.T) {
	want := read(t, "dataset,é,b\niris,1,2\n")
	utf16 := "\xff\xfed\x00,\x00\xe9\x00,\x00b\x00\n\x00i\x00r\x00i\x00s\x00,\x001\x00,\x002\x00\n\x00"
	for name, text := range map[string]string{
		"UTF-16":   utf16,
		"lone CR":  "dataset,é,b\riris,1,2\r",
		"CR LF":    "dataset,é,b\r\niris,1,2\r\n",
		"with BOM": "\ufeffdataset,é,b\niris,1,2\n",
	} {
		if got, err := ReadCSV("scores.csv", []byte(text), Reading{}); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for text, want := range map[string]string{
		"dataset,a,b\ncaf\xe9,1,2\n":       "scores.csv:2: this is not text in UTF-8",
		"d\x00a\x00,\x00a\x00,\x00b\x00\n": "scores.csv:1: the line holds a NUL byte",
	} {
		if _, err := ReadCSV("scores.csv", []byte(text), Reading{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A table that is too large is refused before its pairs are looked at.
func TestLimits(t *testing.T) {
	wide := func(methods, datasets int) string {
		var b strings.Builder
		b.WriteString("dataset")
		for j := range methods {
			fmt.Fprintf(&b, ",m%d", j)
		}
		for i := range datasets {
			fmt.Fprintf(&b, "\nd%d%s", i, strings.Repeat(",1", methods))
		}
		return b.String()
	}
	var long strings.Builder
	long.WriteString("dataset,method,value\n")
	for i := range 30_000 { // each method on a dataset of its own: all others lack a value there
		fmt.Fprintf(&long, "d%d,m%d,1\n", i, i)
	}
	for text, want := range map[string]string{
		wide(MostMethods+1, 1):  "scores.csv: there are 501 methods; at most 500 can be compared",
		wide(2, MostDatasets+1): "scores.csv: there are 10001 datasets; at most 10000 can be compared",
		long.String():           "scores.csv: there are 30000 methods; at most 500 can be compared",
		"dataset,a,b\n" + strings.Repeat("x", 1<<20) + ",1,2\n": "scores.csv:2: the dataset has a name of 1048576 " +
			"characters; at most 200 are allowed",
		"dataset,a," + strings.Repeat("x", 201) + "\niris,1,2\n": "scores.csv:1: the method has a name of 201",
	} {
		_, err := ReadCSV("scores.csv", []byte(text), Reading{})
		if err == nil || !strings.HasPrefix(err.Error(), want) || len(err.Error()) > 1000 {
			t.Errorf("%.100v, want %s", err, want)
		}
	}
	if _, err := ReadCSV("scores.csv", []byte(wide(MostMethods, 2)), Reading{}); err != nil {
		t.Error(err)
	}
}

// bench's own scores.csv: one metric, methods named as in tables; what failed leaves its
// dataset out.
func TestOwnScores(t *testing.T) {
	const head = "dataset,encoder,learner,reduction,repeat,fold,metric,value,status\n"
	lines := "iris,one_hot,lr,ova,0,0,accuracy,0.9,ok\niris,one_hot,lr,ova,0,0,log_loss,0.3,ok\n" +
		"iris,one_hot,lr,ovo,0,0,accuracy,0.8,ok\niris,one_hot,lr,ovo,0,0,log_loss,NaN,skipped\n" +
		"glass,one_hot,lr,ova,0,0,accuracy,0.7,ok\nglass,one_hot,lr,ovo,0,0,accuracy,NaN,failed\n"
	got, err := ReadCSV("scores.csv", []byte(head+lines), Reading{})
	unit := Unit{Repeat: "0", Fold: "0"}
	want := &Table{Datasets: []string{"iris"}, Methods: []string{"lr/ova", "lr/ovo"}, Metric: "accuracy",
		OtherMetrics: []string{"log_loss"},
		Parts:        []Parts{{Units: []Unit{unit}, Values: [][]float64{{0.9}, {0.8}}}}, Without: []string{"glass"}}
	if i := got.Incomplete; len(i) != 1 || i[0].Dataset != "glass" || i[0].Means[0] != 0.7 || !math.IsNaN(i[0].Means[1]) {
		t.Errorf("incomplete: %+v", i)
	}
	got.Incomplete = nil // NaN is not equal to itself
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = ReadCSV("scores.csv", []byte(head+lines+"iris,target,lr,ova,0,0,accuracy,0.6,ok\n"), Reading{})
	if err != nil || !reflect.DeepEqual(got.Methods, []string{"one_hot/lr/ova", "one_hot/lr/ovo", "target/lr/ova"}) ||
		!reflect.DeepEqual(got.Without, []string{"glass"}) {
		t.Errorf("two encoders: %+v, %v", got, err)
	}
	for metric, want := range map[string]string{
		"log_loss": `scores.csv: there is only one method, "lr/ova"`,
		"acuracy": `scores.csv: there are no values of "acuracy". Did you mean "accuracy"? ` +
			`The metrics are: accuracy, log_loss`,
	} {
		if _, err := ReadCSV("scores.csv", []byte(head+lines), Reading{Metric: metric}); err == nil || err.Error()[:min(len(want), len(err.Error()))] != want {
			t.Errorf("%s: %v", metric, err)
		}
	}
	for text, want := range map[string]string{
		head + lines + "iris,one_hot,lr,ova,0,0,accuracy,0.9,ok\n": `scores.csv:8: "lr/ova" has a value on "iris", fold 0 ` +
			"of repeat 0 already, in line 2",
		head + "iris,one_hot,lr,ova,0,0,accuracy,high,ok\n": `scores.csv:2: the value "high" is not a finite number and not NaN`,
		head + "iris,,lr,ova,0,0,accuracy,1,ok\n":           "scores.csv:2: the encoder is missing",
		head: "scores.csv: there are no values",
	} {
		if _, err := ReadCSV("scores.csv", []byte(text), Reading{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := ReadCSV("scores.csv", []byte("d,a,b\niris,1,2\n"), Reading{Metric: "accuracy"}); err == nil ||
		!strings.HasPrefix(err.Error(), "scores.csv:1: a metric can be chosen only for a results folder") {
		t.Error(err)
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add("dataset,a,b\niris,1,2\n")
	f.Add("dataset,method,value,fold,repeat\niris,a,1,0,1\niris,b,1,0,1\n")
	f.Add("\"\n,\xff,")
	f.Add("dataset,encoder,learner,reduction,repeat,fold,metric,value,status\niris,e,l,r,0,0,accuracy,0.9,ok\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadCSV("scores.csv", []byte(text), Reading{})
		if err != nil {
			return
		}
		for j := range table.Methods {
			if means := table.Means(j); len(means) != len(table.Datasets) {
				t.Errorf("%d means of %d datasets", len(means), len(table.Datasets))
			}
		}
	})
}

// A dataset with a hole is left out; folds stay in the order in which they come.
func TestNew(t *testing.T) {
	unit := func(fold string) Unit { return Unit{Repeat: "0", Fold: fold} }
	of := func(dataset, method, fold string, v float64) Value {
		return Value{Dataset: dataset, Method: method, Unit: unit(fold), Value: v, TestRows: 10, TrainRows: 10}
	}
	values := []Value{of("iris", "a", "1", 1), of("iris", "a", "0", 2), of("iris", "b", "0", 3), of("iris", "b", "1", 4),
		of("wine", "a", "0", 5), of("glass", "a", "0", 5), of("glass", "b", "0", math.NaN())}
	table, without := New(values)
	want := &Table{Datasets: []string{"iris"}, Methods: []string{"a", "b"},
		Parts: []Parts{{Units: []Unit{unit("1"), unit("0")}, Values: [][]float64{{1, 2}, {4, 3}},
			TestRows: 20, TrainRows: 20}}}
	if i := table.Incomplete; len(i) != 2 || i[0].Dataset != "wine" || i[0].Means[0] != 5 || !math.IsNaN(i[0].Means[1]) {
		t.Errorf("incomplete: %+v", i)
	}
	table.Incomplete = nil // NaN is not equal to itself
	if !reflect.DeepEqual(table, want) || !reflect.DeepEqual(without, []string{"wine", "glass"}) {
		t.Errorf("%+v without %v, want %+v", table, without, want)
	}
	if table, without := New(nil); len(table.Datasets)+len(table.Methods)+len(without) != 0 {
		t.Errorf("of nothing %+v", table)
	}
}
