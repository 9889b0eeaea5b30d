package e2e

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A setup of WEKA's Experimenter becomes an experiment that runs, also for all pairs of classifiers and reductions
// that have a counterpart.
func TestImportSetup(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for _, name := range []string{"iris.arff", "glass.arff"} {
		arffOf(t, d, name)
	}
	content, err := os.ReadFile(filepath.Join(repository, "framework/language/experimenter/testdata/setup.xml"))
	if err != nil {
		t.Fatal(err)
	}
	setup := string(content)
	d.write("setup.xml", setup)
	o := d.must(0, "import", "setup.xml", "-out", "setup.hcl")
	contains(t, "stdout", o.stdout, "setup.hcl is written", "bench run setup.hcl")
	contains(t, "stderr", o.stderr, "1 classifier is without a counterpart")
	contains(t, "stderr", d.must(0, "run", "setup.hcl").stderr, "180 cells ok, 0 failed, 0 skipped, 0 not run")
	contains(t, "stderr", d.must(2, "import", "setup.xml", "-out", "setup.hcl").stderr, "exists already")

	var reduced strings.Builder
	for _, base := range []string{"functions.Logistic", "functions.SMO", "trees.J48", "bayes.NaiveBayes", "lazy.IBk"} {
		for _, method := range []string{"0", "1", "2", "3", "3</object><object>-P"} {
			reduced.WriteString(`<object class="weka.classifiers.meta.MultiClassClassifier"><object name="options"><object>-M` +
				`</object><object>` + method + `</object><object>-W</object><object>weka.classifiers.` + base + `</object></object></object>`)
		}
	}
	begin, end := strings.Index(setup, `<object class="weka.classifiers.functions.Logistic"`), strings.Index(setup,
		`<object class="javax.swing.DefaultListModel"`)
	d.write("reduced.xml", setup[:begin]+reduced.String()+"</object>"+setup[end:])
	d.must(0, "import", "reduced.xml", "-out", "reduced.hcl")
	contains(t, "stdout", d.must(0, "validate", "reduced.hcl").stdout, "reduced.hcl is valid: 500 cells")
}

// arffOf writes a shipped table of numbers with the class in its last column as WEKA's format.
func arffOf(t *testing.T, d *dir, name string) {
	t.Helper()
	file, err := os.Open(filepath.Join(repository, "experiments/data", strings.TrimSuffix(name, ".arff")+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last := len(rows[0]) - 1
	var classes []string
	text := "@relation x\n"
	for _, attribute := range rows[0][:last] {
		text += "@attribute '" + attribute + "' numeric\n"
	}
	seen := map[string]bool{}
	var data strings.Builder
	for _, row := range rows[1:] {
		if class := row[last]; !seen[class] {
			seen[class] = true
			classes = append(classes, class)
		}
		data.WriteString(strings.Join(row, ",") + "\n")
	}
	d.write(name, text+"@attribute class {"+strings.Join(classes, ",")+"}\n@data\n"+data.String())
}

// Results of other programs become a table that bench compare reads.
func TestImportResults(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	results := filepath.Join(repository, "framework/showing/imported/testdata")
	absolute, err := filepath.Abs(results)
	if err != nil {
		t.Fatal(err)
	}
	o := d.must(0, "import", filepath.Join(absolute, "weka/results.arff"), "-out", "scores.csv")
	contains(t, "stdout", o.stdout, "72 values of Percent_correct. Then type: bench compare scores.csv")
	contains(t, "stderr", o.stderr, "-rope 1 is one percentage point")
	compared := d.must(0, "compare", "scores.csv", "-test", "corrected_t", "-format", "csv").stdout
	contains(t, "stdout", compared, "corrected_t,iris,Logistic,J48,")
	o = d.must(0, "import", filepath.Join(absolute, "mlr3_score.csv"), "-folds", "3", "-metric", "classif.ce")
	contains(t, "stdout", o.stdout, "dataset,method,value,fold,repeat\niris,classif.rpart,0.04,1,1\n")
	contains(t, "stderr", o.stderr, "write -smaller-is-better when you compare")
	contains(t, "stderr", d.must(2, "import", "absent.csv").stderr, "absent.csv")
	contains(t, "stderr", d.must(2, "import", "scores.csv", "-from", "waka").stderr, `Did you mean "weka"?`)
	contains(t, "stderr", d.must(2, "import", "scores.csv", "-from", "mlr3").stderr, `no column "task_id"`)
}
