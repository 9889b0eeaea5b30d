package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fewestSets is how many data files there are at least, with the real ones.
const fewestSets = 30

// large are sets on which logistic regression takes from five seconds to two minutes; each has smaller ones that are like it.
var large = []string{"digits.csv.gz", "enron.arff", "internetusage.csv", "letter.csv.gz", "letter.parquet", "letter.scale",
	"medical.arff", "optdigits.arff", "optdigits_sparse.arff", "segment-challenge.arff.gz"}

// costly are the learners that take that time.
var costly = regexp.MustCompile(`learner "(logreg|tree)"`)

// What bench new writes for a data file is an experiment that needs no change: it is valid and its cells do not fail. The
// lengthy tests see this of all files that are shipped and of real sets in all formats, the others of some. On the large sets,
// what is run has learners that take less time: data, encoder, reductions and metrics are those that were written.
func TestNew(t *testing.T) {
	lengthy := os.Getenv("BENCH_SLOW") != ""
	files, err := filepath.Glob(filepath.Join(repository, "experiments/data/*.*"))
	if err != nil {
		t.Fatal(err)
	}
	if real := os.Getenv("BENCH_DATA"); real != "" && lengthy {
		for _, ending := range []string{"arff", "arff.bz2", "csv", "csv.gz", "tsv", "data", "data.gz", "parquet", "svm", "scale"} {
			more, err := filepath.Glob(filepath.Join(real, "reference/*/*."+ending))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, more...)
		}
		files = slices.DeleteFunc(files, func(file string) bool { // of a set that is whole beside it
			return strings.Contains(file, "-train.") || strings.Contains(file, "-test.")
		})
		if len(files) < fewestSets {
			t.Errorf("only %d data files", len(files))
		}
	}
	for _, file := range files {
		quick := slices.Contains([]string{"iris.csv", "penguins.csv", "soybean.arff.gz"}, filepath.Base(file))
		if strings.HasSuffix(file, ".md") || !quick && !lengthy {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			absolute, err := filepath.Abs(file)
			if err != nil {
				t.Fatal(err)
			}
			d := newDir(t)
			o := d.must(0, "new", absolute, "-out", "first.hcl")
			contains(t, "stdout", o.stdout, "first.hcl is written", "bench run first.hcl")
			d.must(0, "validate", "first.hcl")
			small := strings.HasPrefix(filepath.Base(file), "iris")
			if slices.Contains(large, filepath.Base(file)) {
				d.write("first.hcl", costly.ReplaceAllString(d.read("first.hcl"), `learner "naive_bayes"`))
			}
			if lengthy || small {
				o := d.must(0, "run", "first.hcl")
				contains(t, "stderr", o.stderr, " 0 failed, 0 skipped, 0 not run")
			}
			if small {
				contains(t, "stderr", d.must(2, "new", absolute, "-out", "first.hcl").stderr, "exists already")
				contains(t, "stdout", d.must(0, "new", absolute, "-target", "Sepal.Length", "-out", "-").stdout, "quantiles")
			}
		})
	}
}
