package imported

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// written imports texts as files.
func written(t *testing.T, o Options, texts ...string) (*Table, error) {
	t.Helper()
	folder := t.TempDir()
	var paths []string
	for i, text := range texts {
		path := filepath.Join(folder, string(rune('a'+i))+".csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return Read(paths, o)
}

const wekaHead = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,Key_Scheme_version_ID,Percent_correct\n"

// Each mistake says where it is and what to do.
func TestMistakes(t *testing.T) {
	for name, c := range map[string]struct {
		text, want string
		o          Options
	}{
		"empty":       {"", "a.csv: the file is empty", Options{}},
		"only a head": {"dataset,a,b\n", "there are no results", Options{}},
		"data in ARFF": {"@relation iris\n@attribute x numeric\n@attribute c {a,b}\n@data\n1,a\n",
			"no attribute Key_Dataset, as results of WEKA's Experimenter have; if it holds data, bench new", Options{}},
		"broken ARFF": {"@relation r\n@attribute Key_Dataset {a}\n@attribute x " +
			"numeric\n@data\na,b,c\n", "a.csv:5", Options{}},
		"short line": {wekaHead + "iris,1,1,weka.X,'-A,b'\n", "a.csv:2: 5 fields, where the first line has 7", Options{}},
		"no metric": {wekaHead + "iris,1,1,weka.X,,7,95\n",
			`no column Kappa with numbers; -metric NAME takes one of Percent_correct`, Options{Metric: "Kappa"}},
		"word": {wekaHead + "iris,1,1,weka.X,,7,much\n", `a.csv:2: the value of "X" on "iris" is "much"`, Options{}},
		"repeated": {"task_id,learner_id,resampling_id,iteration,classif.ce\niris,a,repeated_cv,1,0.1\n",
			"-folds N says it", Options{}},
		"iteration": {"task_id,learner_id,resampling_id,iteration,classif.ce\niris,a,cv,first,0.1\n",
			`a.csv:2: the iteration is "first"`, Options{}},
		"no measure": {"task_id,learner_id,resampling_id,iteration\niris,a,cv,1\n", "no column of a measure", Options{}},
		"twice": {"task_id,learner_id,resampling_id,iteration,acc\niris,a,cv,1,0.1\niris,a,cv,1,0.2\n",
			`"a" has two values on "iris" fold 1; give methods, or tasks, different names`, Options{}},
		"no scores of it": {"param_C,split0_test_f1\n1,0.5\n", `no scores of -metric "auc"; there are f1`,
			Options{Metric: "auc"}},
		"forced":          {"dataset,a,b\niris,1,2\n", `no column "task_id" and "function"`, Options{From: "openml"}},
		"decimal comma":   {"dataset;a;b\niris;0,5;0,7\n", "write numbers with a decimal point", Options{}},
		"JSON":            {"{\"a\": [1,\n 2}", "a.csv:2: this is not JSON", Options{}},
		"JSON of numbers": {"[1, 2]", "record 1: this is not an object", Options{}},
		"JSON column":     {"{\"a\": 1}", `column "a": a column is a list or an object`, Options{}},
		"JSON rows": {`{"columns": ["a", "b"], "data": [[1]]}`, "row 1 has 1 values, where there are 2 " +
			"columns", Options{}},
		"values": {"run_id,task_id,function,value,values\n1,2,acc,,0.5\n",
			"a.csv:2: values is not a list of numbers", Options{}},
		"function": {"run_id,task_id,function,value\n1,2,acc,0.5\n", `no evaluations of -metric "f1"; there are acc`,
			Options{Metric: "f1"}},
		"not text": {"a,b\n\x00\xff", "not text in UTF-8", Options{}},
	} {
		if _, err := written(t, c.o, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := written(t, Options{}, "dataset,a,b\niris,1,2\n", wekaHead+"iris,1,1,weka.X,,7,95\n"); err == nil ||
		!strings.Contains(err.Error(), "import them singly") {
		t.Error(err)
	}
}

// Texts of WEKA's CSV have commas and quotation marks; options that all schemes of a class share are not in names.
func TestNames(t *testing.T) {
	table, err := written(t, Options{}, wekaHead+
		`iris,1,1,weka.functions.Y,'-S 1 -K \"weka.Poly -R 1,2\"',7,95`+"\n"+
		`iris,1,1,weka.functions.Y,'-S 1 -K \"weka.RBF -R -1\"',7,95`+"\n"+
		`iris,1,1,weka.functions.Y,'-S 1 -K \"weka.RBF -R -1\"',8,95`+"\n"+
		`iris,1,1,weka.functions.Z,,9,?`+"\n")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range table.Values {
		names = append(names, v.Method)
	}
	if got := strings.Join(names, "; "); got != "Y -K Poly -R 1,2; Y -K RBF -R -1; Y #1" {
		t.Errorf("%q", got)
	}
	if notes := strings.Join(table.Notes, " "); !strings.Contains(notes, `Y #1 is -S 1 -K "weka.RBF -R -1".`) ||
		!strings.Contains(notes, `"Z" has no value on "iris" in line 5`) {
		t.Errorf("%q", notes)
	}
}

// One dataset, one run and one scheme are results too.
func TestFewResults(t *testing.T) {
	table, err := written(t, Options{}, "@relation r\n@attribute Key_Dataset {iris}\n@attribute Key_Run {1}\n"+
		"@attribute Key_Scheme {weka.X}\n@attribute Percent_correct numeric\n@data\niris,1,weka.X,93.5\n")
	if err != nil || len(table.Values) != 1 || table.Values[0].Value != 93.5 || table.Values[0].Method != "X" {
		t.Errorf("%v, %+v", err, table)
	}
}

// A dataset on which a method has no value is named, and may be left out; so may the method.
func TestComplete(t *testing.T) {
	text := ",a,b,c\niris,1,2,3\nwine,1,,3\nzoo,4,5,6\n"
	for leave, want := range map[string]struct {
		values int
		note   string
	}{
		"":         {8, `some have none on "wine". -complete datasets leaves out these datasets`},
		"datasets": {6, `Left out, because values are missing there: "wine".`},
		"methods":  {6, `Left out, because values are missing there: "b".`},
	} {
		table, err := written(t, Options{Complete: leave}, text)
		if err != nil || len(table.Values) != want.values || !strings.Contains(strings.Join(table.Notes, " "), want.note) {
			t.Errorf("%q: %v, %+v", leave, err, table)
		}
	}
	table, err := written(t, Options{}, "a,b\n1,2\n3,4\n")
	if err != nil || table.Values[2].Dataset != "2" || table.Values[2].Value != 3 {
		t.Errorf("%v, %+v", err, table)
	}
}

// Several searches become one table, with the files as datasets.
func TestSeveralFiles(t *testing.T) {
	table, err := written(t, Options{}, "param_C,mean_test_score\n1,0.5\n2,0.6\n",
		"param_C,mean_test_score\n1,0.7\n2,0.8\n")
	if err != nil || len(table.Values) != 4 || table.Values[3] != (measured.Value{Dataset: "b", Method: "C=2",
		Value: 0.8}) {
		t.Errorf("%v, %+v", err, table)
	}
}

// Subsampling gives repeats, with the remark that the corrected t-test needs rows.
func TestSubsampling(t *testing.T) {
	table, err := written(t, Options{}, "task_id,learner_id,resampling_id,iteration,acc\niris,a,subsampling,2,0.1\n")
	if err != nil || table.Values[0].Unit != (measured.Unit{Repeat: "2", Fold: "1"}) || len(table.Notes) != 1 {
		t.Errorf("%v, %+v", err, table)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{wekaHead + "iris,1,1,weka.X,'-K " +
		"\\'a,b',7,95\n", "task_id,learner_id,iteration,a\nx,y,1,2\n",
		`{"param_C":{"0":1},"split0_test_score":{"0":0.5}}`, `[{"run_id":1,"task_id":2,"function":"f","values":[1]}]`,
		`{"columns":["",1],"data":[[1,2]]}`, "\ufeff;a;b\nx;1;2\n"} {
		f.Add([]byte(text), "")
	}
	f.Fuzz(func(t *testing.T, text []byte, from string) {
		g, err := parse("x.csv", text)
		if len(text) == 0 || err != nil {
			return
		}
		for _, k := range kinds {
			r := &reading{grid: g, Table: &Table{}, Options: Options{Folds: len(from)}}
			k.read(r)
			if r.err() == nil && r.unique() == nil {
				r.whole("methods")
				if err := r.Write(&bytes.Buffer{}); err != nil {
					t.Error(err)
				}
			}
		}
	})
}
