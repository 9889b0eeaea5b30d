package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// counted is an experiment in which encoders of the plugin counts stand beside those of
// bench that make the same features.
const counted = `
bench {
  required_plugins {
    counts = { source = "./own/counts" }
  }
}
experiment "counted" {}
dataset "mixed" {
  file   = "rows.csv"
  target = "class"
}
dataset "words" {
  file   = "rows.csv"
  target = "class"
  drop   = ["x", "y"]
}
encoder "frequency" "frequency" {}
encoder "shares" "shares" {}
encoder "target" "target" {
  prior = 2
}
encoder "rates" "rates" {
  prior = grid(1, 2)
}
learner "logreg" "lr" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 4 }
`

// newCounted makes a directory with the data, the experiment and a plugin of its own.
func newCounted(t *testing.T) *dir {
	t.Helper()
	d := newDir(t)
	var data strings.Builder
	data.WriteString("x,y,colour,shape,class\n")
	for i := range 96 {
		colour := fmt.Sprint("c", i*i%7+i%3)
		if i%13 == 4 {
			colour = ""
		}
		fmt.Fprintf(&data, "%d,%d,%s,s%d,k%d\n", i%3*4+i*i%7, i*i%11-i%3*2, colour, (i*i+i/2)%5, (i+i/17)%3)
	}
	d.write("rows.csv", data.String())
	d.write("counted.hcl", counted)
	d.own("extra/counts")
	return d
}

// predictions lists what is predicted of the rows of a dataset by an encoder.
func predictions(t *testing.T, csv, dataset, encoder string) map[string]string {
	t.Helper()
	list := map[string]string{}
	for _, row := range readCSV(t, csv) {
		if row["dataset"] == dataset && row["encoder"] == encoder {
			list[row["row"]] = row["prediction"]
		}
	}
	if len(list) != 96 {
		t.Fatalf("%d predictions for %s by %s", len(list), dataset, encoder)
	}
	return list
}

// A plugin's encoder that does what one of bench does has the same features, out of fold
// where it learns from classes, and the same predictions.
func TestPluginEncoders(t *testing.T) {
	t.Parallel()
	d := newCounted(t)
	contains(t, "test", d.must(0, "plugin", "test", "own/counts").stdout, "ok       rates: same seed, same features\n",
		"ok       shares: the features of a row do not depend on other rows\n", " 0 failed")
	contains(t, "list", d.must(0, "plugin", "list", "-file", "counted.hcl").stdout, "encoders shares, rates")
	contains(t, "describe", d.must(0, "plugin", "describe", "rates", "-file", "counted.hcl").stdout, `encoder "rates"`,
		"deterministic, learns from classes", "prior (number; > 0, default 1)")
	first := d.must(0, "run", "counted.hcl", "-workers", "1")
	contains(t, "stderr", first.stderr, "40 cells ok, 0 failed")
	all := d.must(0, "export", "predictions", "results/counted").stdout
	of := func(dataset, encoder string) map[string]string { return predictions(t, all, dataset, encoder) }
	for _, pair := range [][3]string{{"mixed", "frequency", "shares"}, {"words", "frequency", "shares"},
		{"words", "target", "rates[prior=2]"}} {
		if !maps.Equal(of(pair[0], pair[1]), of(pair[0], pair[2])) {
			t.Errorf("on %s %s predicts something else than %s", pair[0], pair[2], pair[1])
		}
	}
	if maps.Equal(of("words", "rates[prior=1]"), of("words", "rates[prior=2]")) {
		t.Error("the prior makes no difference")
	}
	features := func(encoder string) string {
		return d.must(0, "export", "features", "counted.hcl", "-dataset", "words", "-encoder", encoder, "-fold", "2").stdout
	}
	if a, b := features("target"), features("rates[prior=2]"); a != b {
		t.Errorf("target makes\n%s\nand rates\n%s", a, b)
	}
	scores := d.read("results/counted/scores.csv")
	contains(t, "again", d.must(0, "run", "counted.hcl").stderr, "40 of 40 cells have results already")
	d.must(0, "run", "counted.hcl", "-workers", "2", "-out", "two")
	if d.read("two/scores.csv") != scores {
		t.Error("two workers write other scores than one")
	}
}

// Encoders of plugins that are parts of another make the features of bench's own parts.
func TestComposedPluginEncoders(t *testing.T) {
	t.Parallel()
	d := newCounted(t)
	before, _, _ := strings.Cut(counted, `encoder "frequency"`)
	d.write("composed.hcl", must.Replace(before, `"counted"`, `"composed"`)+`
encoder "compose" "own" {
  parts = [{ type = "target", prior = 2, columns = ["shape"] }, { type = "frequency" }]
}
encoder "compose" "part" {
  parts = [{ type = "rates", prior = 2, columns = ["shape"] }, { type = "frequency" }]
}
encoder "compose" "parts" {
  parts = [{ type = "rates", prior = 2, columns = ["shape"] }, { type = "shares" }]
}
encoder "target" "few of own" { folds = 3 }
encoder "rates" "few" { folds = 3 }
learner "logreg" "lr" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 4 }
`)
	contains(t, "run", d.must(0, "run", "composed.hcl", "-workers", "1").stderr, "40 cells ok, 0 failed")
	all := d.must(0, "export", "predictions", "results/composed").stdout
	for _, dataset := range []string{"mixed", "words"} {
		own := predictions(t, all, dataset, "own")
		if !maps.Equal(own, predictions(t, all, dataset, "part")) || !maps.Equal(own, predictions(t, all, dataset, "parts")) {
			t.Errorf("on %s parts of plugins make a difference", dataset)
		}
	}
	features := func(encoder string) string {
		return d.must(0, "export", "features", "composed.hcl", "-dataset", "words", "-encoder", encoder, "-fold", "2").stdout
	}
	if features("few") != features("few of own") {
		t.Error("three folds are others than bench's")
	}
	if own := features("own"); own != features("part") || own != features("parts") {
		t.Errorf("bench makes\n%s\nand with a plugin\n%s", own, features("parts"))
	}
	scores := d.read("results/composed/scores.csv")
	d.must(0, "run", "composed.hcl", "-workers", "2", "-out", "two")
	if d.read("two/scores.csv") != scores {
		t.Error("two workers write other scores than one")
	}
	contains(t, "again", d.must(0, "run", "composed.hcl").stderr, "40 of 40 cells have results already")
	d.write("composed.hcl", must.Replace(d.read("composed.hcl"), `{ type = "rates", prior = 2`, `{ type = "rates", prior = 3`))
	contains(t, "plan", d.must(0, "plan", "composed.hcl").stdout, "part 0 of encoder part: prior 2 → 3")
	d.rebuild("own/counts")
	contains(t, "plan", d.must(0, "plan", "composed.hcl").stdout, "24 cells: plugin counts: SHA-256")
	contains(t, "run", d.must(0, "run", "composed.hcl").stderr, "16 of 40 cells have results already")
}

// A plugin sees rows of sparse data as dense ones.
func TestPluginEncodersOfSparseData(t *testing.T) {
	t.Parallel()
	d := newCounted(t)
	var dense, sparse strings.Builder
	dense.WriteString("1,2,3,4,class\n")
	for i := range 80 {
		class, row := i%3, [4]int{i % 3, 0, (i / 3) % 2, 0}
		if i%5 == 0 {
			row[1], row[3] = i%7, 2
		}
		fmt.Fprintf(&dense, "%d,%d,%d,%d,%d\n", row[0], row[1], row[2], row[3], class)
		fmt.Fprint(&sparse, class)
		for j, v := range row {
			if v != 0 {
				fmt.Fprintf(&sparse, " %d:%d", j+1, v)
			}
		}
		sparse.WriteString("\n")
	}
	d.write("rows.csv", dense.String())
	d.write("rows.svm", sparse.String())
	d.write("test.csv", "1,2,3,4,class\n2,0,0,3,1\n0,5,1,0,2\n")
	d.write("test.svm", "1 1:2 4:3\n2 2:5 3:1\n")
	before, _, _ := strings.Cut(counted, `experiment "counted"`)
	d.write("sparse.hcl", before+`
dataset "dense" {
  file      = "rows.csv"
  test_file = "test.csv"
  target    = "class"
}
dataset "sparse" {
  file      = "rows.svm"
  test_file = "test.svm"
}
encoder "shares" "shares" {}
learner "logreg" "lr" {}
reduction "one_vs_rest" "ova" {}
validation { method = "predefined" }
`)
	contains(t, "run", d.must(0, "run", "sparse.hcl").stderr, "2 cells ok, 0 failed")
	features := func(dataset string) string {
		return d.must(0, "export", "features", "sparse.hcl", "-dataset", dataset).stdout
	}
	if dense, sparse := features("dense"), features("sparse"); dense != sparse || !strings.Contains(dense, ",test,") {
		t.Errorf("of dense data it makes\n%s\nof sparse ones\n%s", dense, sparse)
	}
}

// Another plugin is another encoder: its cells are run again, those of others are not.
func TestChangedEncoderPlugin(t *testing.T) {
	t.Parallel()
	d := newCounted(t)
	d.write("counted.hcl", must.Replace(counted, "grid(1, 2)", "1"))
	d.must(0, "run", "counted.hcl")
	d.rebuild("own/counts")
	contains(t, "plan", d.must(0, "plan", "counted.hcl").stdout, "16 cells: plugin counts: SHA-256")
	contains(t, "stderr", d.must(0, "run", "counted.hcl").stderr, "16 of 32 cells have results already")
}

const faultyEncoders = `
bench {
  required_plugins {
    faulty = {
      source       = "./plugins/faulty"
      plan_timeout = "10s"
    }
  }
}
experiment "e" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
}
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 2 }
encoder "none" "none" {}
`

// An encoder that fails costs its cells, which say why, and no others.
func TestFaultyEncoders(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	want := map[string]string{
		"e_sound":     "",
		"e_crashing":  "plugin faulty, fitting e_crashing: the connection to the process broke; the process ended (exit status 3)",
		"e_frail":     "plugin faulty, encoding rows with e_frail: the connection to the process broke",
		"e_panicking": "plugin faulty, fitting e_panicking: panic",
		"e_picky":     "plugin faulty, fitting e_picky: faulty: not with me",
		"e_extreme":   "plugin faulty, encoding rows with e_extreme: row ",
		"e_fickle":    "plugin faulty, fitting e_fickle: it answered otherwise when it was asked the same again",
		"e_moody":     "plugin faulty, encoding rows with e_moody: it answered otherwise when it was asked the same again",
		"e_short":     "× 2 features in",
		"e_wide":      "× 3 values were written where",
		"e_twofold":   `plugin faulty, fitting e_twofold: there are two features "x"`,
		"e_bare":      "plugin faulty, fitting e_bare: it makes no features",
		"e_renaming":  `plugin faulty, fitting e_renaming: without inner fold 0 of the training rows it makes other features than with all of them`,
	}
	text := faultyEncoders
	for _, typ := range slices.Sorted(maps.Keys(want)) {
		text += fmt.Sprintf("encoder %q \"my %s\" {}\n", typ, typ)
	}
	d.write("e.hcl", text)
	d.must(1, "run", "e.hcl", "-workers", "1")
	for _, cell := range readCSV(t, d.read("results/e/cells.csv")) {
		typ := strings.TrimPrefix(cell["encoder"], "my ")
		if cell["encoder"] == "none" || typ == "e_sound" {
			if cell["status"] != "ok" {
				t.Errorf("%s: %s", cell["encoder"], cell["error"])
			}
			continue
		}
		if cell["status"] != "failed" || !strings.Contains(cell["error"], "encoder my "+typ) ||
			!strings.Contains(cell["error"], want[typ]) {
			t.Errorf("%s is %s: %s", typ, cell["status"], cell["error"])
		}
	}
	one := must.Replace(faultyEncoders, `"10s"`, `"200ms"`) + "encoder \"e_hanging\" \"hanging\" {}\n"
	d.write("h.hcl", one)
	d.must(1, "run", "h.hcl", "-out", "h")
	contains(t, "cells.csv", d.read("h/cells.csv"), "timeout", "no answer within 200ms, its plan_timeout")
}

// What is wrong with the block of a plugin's encoder is found before anything runs.
func TestEncoderBlocks(t *testing.T) {
	t.Parallel()
	d := newCounted(t)
	d.write("sparse.svm", "0 1:1 200000:2\n1 3:1\n0 7:2\n1 4:1\n")
	d.write("labels.csv", "a,b,c\n1,1,0\n2,0,1\n3,1,1\n4,1,0\n")
	for block, want := range map[string][]string{
		`encoder "rates" "b" { priors = 2 }`:                                         {`Unknown attribute "priors"`, `Did you mean "prior"?`},
		`encoder "rates" "b" { prior = 0 }`:                                          {"prior = 0", "above 0"},
		`encoder "share" "b" {}`:                                                     {`There is no encoder type "share"`, `Did you mean "shares"?`},
		`encoder "shares" "shares" {}`:                                               {`There is a second encoder "shares"`},
		`encoder "shares" "b" { prior = 1 }`:                                         {`Unknown attribute "prior"`},
		`encoder "rates" "b" { prior = "x" }`:                                        {"prior"},
		`encoder "rates" "b" { folds = 1 }`:                                          {"folds = 1", "at least 2"},
		"encoder \"compose\" \"b\" {\n parts = [{ type = \"rates\", prior = 0 }]\n}": {`Wrong value for "prior"`, "prior = 0"},
		"encoder \"compose\" \"b\" {\n parts = [{ type = \"share\" }]\n}":            {`There is no encoder type "share"`, `"shares"`},
		"encoder \"compose\" \"b\" {\n parts = [{ type = \"rates\", columns = [\"z\"] }]\n}": {`Encoder "b" cannot encode dataset "mixed"`,
			`columns names "z"`},
		"dataset \"s\" {\n file = \"sparse.svm\"\n}": {`Encoder "shares" cannot encode dataset "s"`,
			"131072 columns and 1 GiB, and these are 4 rows of 200000 columns"},
		"dataset \"l\" {\n file = \"labels.csv\"\n target = [\"b\", \"c\"]\n}": {`Encoder "rates[prior=1]" cannot encode dataset "l"`,
			"learns from classes"},
	} {
		d.write("bad.hcl", counted+block+"\n")
		o := d.must(2, "validate", "bad.hcl")
		contains(t, block, o.stderr, append(want, "^")...)
	}
}
