package packs

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/sdk/sdktest"
	"github.com/manyclass/bench/test/lengthy"
)

// wekaPack is the folder of the pack, or the test is skipped.
func wekaPack(t *testing.T) string {
	t.Helper()
	lengthy.Test(t, "packs")
	path := wekaMust(filepath.Abs("../../bin/plugins/weka"))
	if _, err := os.Stat(filepath.Join(path, "weka.jar")); err != nil {
		t.Skip("bin/plugins/weka is not set up: make pack-weka")
	}
	return path
}

// wekaMust panics on errors that only a wrong test can have.
func wekaMust[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// wekaFolder is a folder to run bench in, with the pack.
type wekaFolder struct {
	folder
	pack string
}

// newWekaFolder builds bench, or skips the test if the pack is not set up.
func newWekaFolder(t *testing.T) wekaFolder {
	t.Helper()
	pack := wekaPack(t)
	return wekaFolder{newFolder(t), pack}
}

// experiment writes an experiment that requires the pack.
func (f wekaFolder) experiment(name, text string) {
	f.t.Helper()
	f.write(name, fmt.Sprintf("bench {\n  required_plugins {\n    weka = { source = %q }\n  }\n}\n", f.pack)+text)
}

// table runs an export and returns the names of its columns, and its rows by them.
func (f wekaFolder) table(args ...string) (columns []string, rows []map[string]string) {
	f.t.Helper()
	records, err := csv.NewReader(strings.NewReader(f.must(args...))).ReadAll()
	if err != nil {
		f.t.Fatal(err)
	}
	rows = make([]map[string]string, len(records)-1)
	for i, record := range records[1:] {
		rows[i] = map[string]string{}
		for j, name := range records[0] {
			rows[i][name] = record[j]
		}
	}
	return records[0], rows
}

// The pack keeps the promises of the guide, with the classifier that the file for
// bench plugin test names.
func TestWekaPromises(t *testing.T) {
	pack := wekaPack(t)
	var configs map[string]map[string]any
	if err := json.Unmarshal(wekaMust(os.ReadFile(filepath.Join(pack, "conformance.json"))), &configs); err != nil {
		t.Fatal(err)
	}
	sdktest.Test(t, pack, sdktest.Options{Configs: configs})
}

// wekaData are datasets with numbers, and with nominal columns.
const wekaData = `
experiment "weka" {}
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "vehicle" {
  file   = "data/vehicle.csv"
  target = "Class"
}
dataset "soybean" { file = "data/soybean.arff.gz" }
encoder "ordinal" "plain" { numeric = "none" }
learner "weka" "J48" { classifier = "weka.classifiers.trees.J48" }
learner "weka" "RandomForest" {
  classifier = "weka.classifiers.trees.RandomForest"
  options    = "-I 10 -S 3"
}
learner "weka" "SMO" { classifier = "weka.classifiers.functions.SMO" }
learner "weka" "IBk" {
  classifier = "weka.classifiers.lazy.IBk"
  options    = "-K 3"
}
learner "weka" "Logistic" {
  classifier = "weka.classifiers.functions.Logistic"
  options    = "-M 4"
}
learner "weka" "NaiveBayes" { classifier = "weka.classifiers.bayes.NaiveBayes" }
learner "weka" "AdaBoostM1" {
  classifier = "weka.classifiers.meta.AdaBoostM1"
  options    = "-S 3 -W weka.classifiers.trees.J48"
}
reduction "direct" "direct" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {
  decoding = "vote"
  ties     = "first"
}
validation { folds = 2 }
metric "accuracy" {}
grid "direct" {
  reductions = [reduction.direct]
}
grid "ova" {
  datasets   = [dataset.glass, dataset.soybean]
  learners   = [learner.J48]
  reductions = [reduction.ova]
}
grid "ovo" {
  datasets   = [dataset.glass, dataset.vehicle]
  learners   = [learner.J48, learner.NaiveBayes]
  reductions = [reduction.ovo]
}
`

// wekaOptions are the learners of wekaData: class and options.
var wekaOptions = map[string][2]string{
	"J48":          {"weka.classifiers.trees.J48", ""},
	"RandomForest": {"weka.classifiers.trees.RandomForest", "-I 10 -S 3"},
	"SMO":          {"weka.classifiers.functions.SMO", ""},
	"IBk":          {"weka.classifiers.lazy.IBk", "-K 3"},
	"Logistic":     {"weka.classifiers.functions.Logistic", "-M 4"},
	"NaiveBayes":   {"weka.classifiers.bayes.NaiveBayes", ""},
	"AdaBoostM1":   {"weka.classifiers.meta.AdaBoostM1", "-S 3 -W weka.classifiers.trees.J48"},
}

// wekaClasses are the classes in class order.
var wekaClasses = map[string]string{
	"glass":   "1,2,3,5,6,7",
	"vehicle": "bus,opel,saab,van",
	"soybean": "diaporthe-stem-canker,charcoal-rot,rhizoctonia-root-rot,phytophthora-rot,brown-stem-rot,powdery-mildew," +
		"downy-mildew,brown-spot,bacterial-blight,bacterial-pustule,purple-seed-stain,anthracnose,phyllosticta-leaf-spot," +
		"alternarialeaf-spot,frog-eye-leaf-spot,diaporthe-pod-&-stem-blight,cyst-nematode,2-4-d-injury,herbicide-injury",
}

// Predictions and probabilities, and votes of one-vs-one, are those of WEKA by itself, which reads the same
// folds from ARFF files: testdata/weka/Reference.java.
func TestWekaPredictsAsAtHome(t *testing.T) {
	f := newWekaFolder(t)
	if err := os.Symlink(wekaMust(filepath.Abs("../../experiments/data")), filepath.Join(f.path, "data")); err != nil {
		t.Fatal(err)
	}
	f.experiment("weka.hcl", wekaData)
	f.must("run", "weka.hcl")
	cells := map[string][]map[string]string{} // predictions of a cell by row
	_, predictions := f.table("export", "predictions", "results/weka")
	for _, row := range predictions {
		name := strings.Join([]string{row["dataset"], row["learner"], row["reduction"], row["fold"]}, " ")
		cells[name] = append(cells[name], row)
	}
	if want := (7*3 + 2 + 2*2) * 2; len(cells) != want {
		t.Fatalf("%d cells, want %d", len(cells), want)
	}
	f.writeTasks(cells)
	home := f.home()
	different, undecided := 0, 0
	for name, rows := range cells {
		if len(home[name]) != len(rows) {
			t.Fatalf("%s: %d predictions, WEKA makes %d", name, len(rows), len(home[name]))
		}
		for i, row := range rows {
			if row["reduction"] == "ovo" && abstains(row, strings.Split(wekaClasses[row["dataset"]], ",")) {
				undecided++
			}
			if text := wekaDifference(row, home[name][i]); text != "" {
				if different++; different < 10 {
					t.Errorf("%s, row %s: %s", name, row["row"], text)
				}
			}
		}
	}
	if all := len(home["glass J48 ovo 0"]) + len(home["vehicle J48 ovo 0"]); undecided > all {
		t.Errorf("%d rows of one-vs-one were not compared", undecided)
	}
	if _, err := os.Stat(filepath.Join(f.path, "wekafiles")); err == nil {
		t.Error("WEKA has written to the home folder")
	}
}

// wekaDifference compares a prediction of bench with WEKA's: its class, and of the
// direct reduction its probabilities, of one-vs-one its votes.
func wekaDifference(row map[string]string, home []string) string {
	classes := strings.Split(wekaClasses[row["dataset"]], ",")
	if row["reduction"] == "ovo" && abstains(row, classes) {
		return ""
	}
	if k := wekaMust(strconv.Atoi(home[0])); classes[k] != row["prediction"] {
		return fmt.Sprintf("%s is predicted, WEKA says %s", row["prediction"], classes[k])
	}
	for k, class := range classes {
		theirs := wekaMust(strconv.ParseFloat(home[k+1], 64))
		column := map[string]string{"direct": "p:", "ovo": "score:"}[row["reduction"]] + class
		ours, err := strconv.ParseFloat(row[column], 64)
		if row["reduction"] == "ovo" {
			theirs *= float64(len(classes) * (len(classes) - 1) / 2)
		}
		if row["reduction"] != "ova" && (err != nil || math.Abs(ours-theirs) > 1e-9) {
			return fmt.Sprintf("%s is %q, WEKA says %v", column, row[column], theirs)
		}
	}
	return ""
}

// abstains reports whether the model of a pair gives both classes one half, which is
// half a vote for each. WEKA gives the vote to the second.
func abstains(row map[string]string, classes []string) bool {
	return slices.ContainsFunc(classes, func(class string) bool {
		votes := wekaMust(strconv.ParseFloat(row["score:"+class], 64))
		return votes != math.Trunc(votes)
	})
}

// writeTasks writes the folds as ARFF files, and the list of what WEKA is to do.
func (f wekaFolder) writeTasks(cells map[string][]map[string]string) {
	var tasks strings.Builder
	for dataset := range wekaClasses {
		tested, truth := map[string]int{}, map[string]string{} // of each row: the fold that tests it, its class
		for fold := range 2 {
			for _, row := range cells[fmt.Sprintf("%s J48 direct %d", dataset, fold)] {
				tested[row["row"]], truth[row["row"]] = fold, row["truth"]
			}
		}
		for fold := range 2 {
			name := fmt.Sprintf("%s-%d", dataset, fold)
			f.writeARFF(dataset, name, fold, tested, truth)
			for learner, o := range wekaOptions {
				for _, reduction := range []string{"direct", "ova", "ovo"} {
					cell := fmt.Sprintf("%s %s %s %d", dataset, learner, reduction, fold)
					if cells[cell] != nil {
						fmt.Fprintf(&tasks, "%s\t%s\t%s\t%s\t%s-train.arff\t%s-test.arff\n", cell, reduction, o[0], o[1], name, name)
					}
				}
			}
		}
	}
	if err := os.WriteFile(filepath.Join(f.path, "tasks"), []byte(tasks.String()), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// writeARFF writes the training rows of a fold in the order in which learners see
// them (by class, by the fold that tests them, by their place in the dataset), and
// the test rows by their place in the dataset.
func (f wekaFolder) writeARFF(dataset, name string, fold int, tested map[string]int, truth map[string]string) {
	columns, rows := f.table("export", "features", "weka.hcl", "-dataset", dataset, "-fold", strconv.Itoa(fold))
	columns = columns[2:] // after row and part
	classes := strings.Split(wekaClasses[dataset], ",")
	numbers := make([]string, len(classes)) // what the pack calls the classes
	for k := range numbers {
		numbers[k] = strconv.Itoa(k)
	}
	names := map[string]wekaValues{}
	if dataset == "soybean" {
		names = f.soybean(rows)
	}
	order := func(r map[string]string) []int {
		id := wekaMust(strconv.Atoi(r["row"]))
		if r["part"] == "test" {
			return []int{id}
		}
		return []int{slices.Index(classes, truth[r["row"]]), tested[r["row"]], id}
	}
	slices.SortFunc(rows, func(a, b map[string]string) int { return slices.Compare(order(a), order(b)) })
	for _, part := range []string{"train", "test"} {
		var text strings.Builder
		text.WriteString("@relation " + name + "\n")
		for _, c := range columns {
			fmt.Fprintf(&text, "@attribute '%s' %s\n", c, cmp.Or(names[c].list(), "numeric"))
		}
		fmt.Fprintf(&text, "@attribute class {%s}\n@data\n", strings.Join(numbers, ","))
		for _, r := range rows {
			if r["part"] != part {
				continue
			}
			for _, c := range columns {
				text.WriteString(names[c].of(r[c]) + ",")
			}
			text.WriteString(numbers[slices.Index(classes, truth[r["row"]])] + "\n")
		}
		if err := os.WriteFile(filepath.Join(f.path, name+"-"+part+".arff"), []byte(text.String()), 0o644); err != nil {
			f.t.Fatal(err)
		}
	}
}

// wekaValues are the values of a nominal column that training rows have, in order.
type wekaValues []string

func (v wekaValues) list() string {
	if v == nil {
		return ""
	}
	return "{" + strings.Join(v, ",") + "}"
}

// of is what a number in the design matrix stands for.
func (v wekaValues) of(number string) string {
	switch {
	case v == nil:
		return number
	case strings.HasPrefix(number, "-"):
		return "?"
	}
	return v[wekaMust(strconv.Atoi(number))]
}

// soybean reads the names of the values of each column from the file of the dataset.
func (f wekaFolder) soybean(rows []map[string]string) map[string]wekaValues {
	text, err := exec.Command("gunzip", "-c", filepath.Join(f.path, "data/soybean.arff.gz")).Output()
	if err != nil {
		f.t.Fatal(err)
	}
	var columns []string
	var data [][]string
	declared := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		head, values, found := strings.Cut(line, "{")
		switch {
		case found:
			name := strings.Fields(head)[1]
			columns = append(columns, name)
			for value := range strings.SplitSeq(strings.TrimRight(strings.TrimSpace(values), "}"), ",") {
				declared[name] = append(declared[name], strings.TrimSpace(value))
			}
		case strings.Count(line, ",") == 35:
			data = append(data, strings.Split(strings.ReplaceAll(line, " ", ""), ","))
		}
	}
	names := map[string]wekaValues{}
	for j, column := range columns[:35] {
		for _, value := range declared[column] {
			if slices.ContainsFunc(rows, func(r map[string]string) bool {
				return r["part"] == "train" && data[wekaMust(strconv.Atoi(r["row"]))][j] == value
			}) {
				names[column] = append(names[column], value)
			}
		}
	}
	return names
}

// home runs the tasks in WEKA and returns the fields of its answers by cell.
func (f wekaFolder) home() map[string][][]string {
	arguments := []string{"-cp", filepath.Join(f.pack, "weka.jar"), "-Djava.awt.headless=true",
		"-Dweka.packageManager.offline=true"}
	for _, library := range []string{"BLAS", "LAPACK", "ARPACK"} { // the jar has those in Java alone
		arguments = append(arguments, "-Dcom.github.fommil.netlib."+library+"=com.github.fommil.netlib.F2j"+library)
	}
	java := exec.Command("java", append(arguments, "testdata/weka/Reference.java", f.path)...)
	java.Env = append(os.Environ(), "WEKA_HOME="+filepath.Join(f.path, "reference"))
	var words strings.Builder
	java.Stderr = &words
	out, err := java.Output()
	if err != nil {
		f.t.Fatalf("Reference.java: %v\n%s", err, words.String())
	}
	answers := map[string][][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		answers[fields[0]] = append(answers[fields[0]], fields[1:])
	}
	return answers
}

// wekaMistakes has a learner block for each mistake that is known before training.
const wekaMistakes = `
dataset "blobs" { generate = "blobs" }
learner "weka" "unknown" { classifier = "weka.classifiers.trees.J49" }
learner "weka" "short" { classifier = "RandomForest" }
learner "weka" "none" { classifier = "weka.core.Instances" }
learner "weka" "abstract" { classifier = "weka.classifiers.AbstractClassifier" }
learner "weka" "option" {
  classifier = "weka.classifiers.trees.J48"
  options    = "-Z 3"
}
learner "weka" "value" {
  classifier = "weka.classifiers.trees.J48"
  options    = "-M two"
}
learner "weka" "inner" {
  classifier = "weka.classifiers.meta.AdaBoostM1"
  options    = "-W weka.classifiers.trees.J49"
}
`

// What can be known before training is an error with its place; the rest fails the
// cells that it concerns.
func TestWekaRefuses(t *testing.T) {
	f := newWekaFolder(t)
	f.experiment("mistakes.hcl", wekaMistakes)
	_, words, status := f.bench("validate", "mistakes.hcl")
	words = strings.Join(strings.Fields(words), " ")
	for _, want := range []string{
		`There is no class weka.classifiers.trees.J49. Did you mean "weka.classifiers.trees.J48"?`,
		`There is no class RandomForest. Did you mean "weka.classifiers.trees.RandomForest"?`,
		"weka.core.Instances is not a weka.classifiers.Classifier.",
		"weka.classifiers.AbstractClassifier is abstract",
		`options = "-Z 3" | ^^^^^^ Illegal options: -Z 3`,
		`options = "-M two" | ^^^^^^^^ A value is not a number: For input string: "two".`,
		"7 errors; nothing was run",
	} {
		if !strings.Contains(words, want) || status != 2 {
			t.Errorf("status %d, and it does not say %q:\n%s", status, want, words)
		}
	}
	f.experiment("negative.hcl", `
experiment "negative" {}
dataset "blobs" { generate = "blobs" }
learner "weka" "texts" { classifier = "weka.classifiers.bayes.NaiveBayesMultinomial" }
learner "weka" "J48" { classifier = "weka.classifiers.trees.J48" }
reduction "one_vs_rest" "ova" {}
validation { folds = 2 }
`)
	_, words, status = f.bench("run", "negative.hcl")
	if status != 1 || !strings.Contains(words, "Numeric attribute values must all be greater or equal to zero.") ||
		!strings.Contains(words, "2 cells ok, 2 failed") {
		t.Errorf("status %d:\n%s", status, words)
	}
}

// A classifier that ends the virtual machine fails its cells, with the place of the call
// in its last words, and the run goes on.
func TestJavaThatExits(t *testing.T) {
	f := newWekaFolder(t)
	jar := filepath.Join(f.pack, "weka.jar")
	compile := exec.Command("javac", "-cp", jar, "-d", filepath.Join(f.path, "own"), "testdata/weka/Leaving.java")
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%s", err, out)
	}
	f.pack = "./own"
	f.write("own/plugin.hcl", fmt.Sprintf(`command  = ["java", "-cp", "%s:.", "bench.plugin.Main"]
learners = ["weka"]
language = "java"
`, jar))
	f.experiment("exit.hcl", `
experiment "exit" {}
dataset "blobs" { generate = "blobs" }
learner "weka" "leaving" { classifier = "Leaving" }
learner "weka" "J48" { classifier = "weka.classifiers.trees.J48" }
reduction "one_vs_rest" "ova" {}
validation { folds = 2 }
`)
	_, words, status := f.bench("run", "exit.hcl")
	if status != 1 || !strings.Contains(words, "2 cells ok, 2 failed") {
		t.Errorf("status %d:\n%s", status, words)
	}
	cells := string(wekaMust(os.ReadFile(filepath.Join(f.path, "results/exit/cells.csv"))))
	for _, want := range []string{"exit status 3", "System.exit was called", "Leaving.buildClassifier(Leaving.java:8)"} {
		if !strings.Contains(cells, want) {
			t.Errorf("cells.csv does not say %q:\n%s", want, cells)
		}
	}
}
