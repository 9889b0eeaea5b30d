package prepare

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
)

// remarksOnDataset loads the dataset of an experiment file that begins on line
// 3, beside rows.csv, and returns what is said as "line: detail".
func remarksOnDataset(t *testing.T, dataset, rows string) []string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("rows.csv", rows)
	path := write("e.hcl", "learner \"l\" \"l\" {}\nreduction \"direct\" \"r\" {}\n"+dataset)
	file, diags := experiment.Parse(path, nil)
	components := []contract.Component{
		{Kind: contract.KindDataset, Name: "dataset", Params: loader.Params()},
		{Kind: contract.KindLearner, Name: "l", Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Multiclass}}},
		{Kind: contract.KindReducer, Name: "direct", Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Multiclass}}},
	}
	components = append(append(append(components, encode.Components()...), fold.Components()...), metric.Components()...)
	exp, more := file.Bind(experiment.Catalog{Components: components})
	if all := append(diags, more...); all.HasErrors() {
		t.Fatal(all)
	}
	_, found := (*Ahead)(nil).loadDataset(&exp.Datasets[0], exp)
	var said []string
	for _, d := range found {
		line := 0
		if d.Range != nil {
			line = d.Range.Start.Line
		}
		var table string
		for _, row := range d.Table {
			table += strings.Join(row, " | ") + "\n"
		}
		said = append(said, fmt.Sprintf("%d: %s%s", line, table, d.Detail))
	}
	return said
}

func TestDatasetDefectsHavePlaces(t *testing.T) {
	const validation = "validation { folds = 2 }\n"
	const rows = "x,y\n1,a\n2,b\n3,a\n4,b\n"
	tests := []struct {
		dataset, rows string
		want          []string // beginnings
	}{
		{"dataset \"d\" {\n file = \"rows.csv\"\n target = \"z\"\n drop = [\n\"x\",\n\"w\"]\n types = {\n x = \"text\"\n q = \"numeric\" }\n}\n" + validation, rows,
			[]string{"10: Type \"text\"", "5: ", "8: ", "11: "}},
		{"dataset \"d\" {\n file = \"rows.csv\"\n target = \"y\"\n}\n" + validation, "x,y\n1\n", []string{"4: "}},
		{"dataset \"d\" {\n file = \"rows.csv\"\n target = [\"y\"]\n}\n" + validation, rows, []string{"5: "}},
		{"dataset \"d\" {\n generate = \"blobs\"\n rows = 1e15\n}\n" + validation, rows, []string{"5: 1000000000000000 rows"}},
		{"dataset \"d\" {\n file = \"rows.csv\"\n target = \"y\"\n}\n" + validation, rows, nil},
		{"dataset \"d\" {\n file = \"rows.csv\"\n target = \"y\"\n}\n", rows, []string{"0: 10 folds need at least 10 rows"}},
	}
	for _, test := range tests {
		got := remarksOnDataset(t, test.dataset, test.rows)
		good := len(got) == len(test.want)
		for i := range min(len(got), len(test.want)) {
			good = good && strings.HasPrefix(got[i], test.want[i])
		}
		if !good {
			t.Errorf("%s\ngot %q, want %q", test.dataset, got, test.want)
		}
	}
}

func TestDefaultFoldsAreExplained(t *testing.T) {
	got := remarksOnDataset(t, "dataset \"d\" {\n file = \"rows.csv\"\n target = \"y\"\n}\n", "x,y\n1,a\n2,b\n")
	if len(got) != 1 || !strings.HasSuffix(got[0], " The file has no validation block; 10 stratified folds are the default.") {
		t.Errorf("got %q", got)
	}
}
