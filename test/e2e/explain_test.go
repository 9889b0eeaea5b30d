package e2e

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/showing/explain"
	"github.com/manyclass/bench/plugins/shipped"
	"github.com/manyclass/bench/test/lengthy"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for word, wants := range map[string][]string{
		"logreg.C": {"C: attribute of learner logreg", "Default: `1`", "      C = 0.5\n"},
		"hamming":  {"hamming: decoder", "nearest to the signs", "decoding = \"hamming\""},
		"bch":      {"bch: design", "code = \"bch\""},
		"run":      {"run: command", "bench help run"},
		"timeout":  {"timeout: attribute of learner", "timeout: status"},
		"F1":       {"f1: metric"},
	} {
		o := d.must(0, "explain", word)
		for _, want := range wants {
			if !strings.Contains(o.stdout, want) {
				t.Errorf("%s: no %q in\n%s", word, want, o.stdout)
			}
		}
	}
	for _, want := range []string{"\nlearner: logreg, svm", "\ndecoder: vote, ", "\nstatus: ok, "} {
		if o := d.must(0, "explain"); !strings.Contains(o.stdout, want) {
			t.Errorf("no %q in\n%s", want, o.stdout)
		}
	}
	if o := d.must(2, "explain", "onevsrest"); !strings.Contains(o.stderr, `there is no word "onevsrest". Did you mean "one_vs_rest"?`) {
		t.Errorf("%s", o.stderr)
	}
	if o := d.must(2, "explain", "glossary.fold", "-example"); o.stdout != "" {
		t.Errorf("%s", o.stdout)
	}
	d.write("try.hcl", d.must(0, "explain", "confusion", "-example").stdout)
	d.must(0, "run", "try.hcl")
}

// yours are the attributes whose examples name files of the reader, or what bench fetch downloads.
var yours = []string{"columns", "labels_xml", "split_file", "sha256"}

// All examples of bench explain are valid, their data included.
func TestExamplesOfExplain(t *testing.T) {
	lengthy.Test(t, "the examples of bench explain")
	t.Parallel()
	book, err := explain.New(explain.Sources{Pages: os.DirFS("../../docs"),
		Components: slices.Concat(shipped.Components(contract.KindLearner), shipped.Components(contract.KindReducer))})
	if err != nil {
		t.Fatal(err)
	}
	d := newDir(t)
	d.write("code.csv", "1,1,0\n-1,0,1\n0,-1,-1\n")
	rows := "x0,x1,zip,class,part,patient,fold,weight,price\n"
	for i := range 120 {
		rows += fmt.Sprintf("%d.5,%d,%d,%c,%s,p%d,%d,%d.5,%d\n", i%3, i*i%7, i%4, 'a'+i%3, []string{"train", "test"}[i/80], i/6,
			i%5, 1+i%2, i*i%31)
	}
	d.write("mine.csv", rows)
	d.write("test.csv", rows)
	d.write("site.txt", "#$ -q all.q\n")
	d.write("job.yaml", "script: {{script}}\n")
	for _, e := range book.Entries() {
		if e.Example == "" || strings.Contains(e.Example, "bench fetch") ||
			slices.Contains(e.Parents, "dataset") && slices.Contains(yours, e.Name) {
			continue
		}
		d.write("example.hcl", e.Example)
		if o := d.run("validate", "example.hcl"); o.status != 0 {
			t.Errorf("%s %s of %v:\n%s\n%s", e.Kind, e.Name, e.Parents, e.Example, o.stderr)
		}
	}
}

// coded are the codes of the messages that a command printed.
func coded(stderr string) (codes []string) {
	for _, m := range regexp.MustCompile(`(?m)^(?:Error|Warning|Note)\[([A-Z][0-9]{3})\]:`).FindAllStringSubmatch(stderr, -1) {
		if !slices.Contains(codes, m[1]) {
			codes = append(codes, m[1])
		}
	}
	return codes
}

// bench prints the code of each example, and nothing of the mended one.
func TestCodes(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for _, r := range mistake.Table() {
		// Those of the form of a file and of values are tested with the reader of files, which takes less time.
		if r.Wrong == "" || strings.ContainsRune("FVT", rune(r.Code[0])) && os.Getenv(lengthy.Variable) == "" {
			continue
		}
		d.write("wrong.hcl", explain.Completed(r.Wrong))
		if got := coded(d.run("validate", "wrong.hcl").stderr); !slices.Equal(got, []string{string(r.Code)}) {
			t.Errorf("%s %s: the wrong example gives %v", r.Code, r.Name, got)
		}
		d.write("mended.hcl", explain.Completed(r.Mended))
		if o := d.run("validate", "mended.hcl"); o.status != 0 || len(coded(o.stderr)) > 0 {
			t.Errorf("%s %s: the mended example: %s", r.Code, r.Name, o.stderr)
		}
	}
	if o := d.must(0, "explain", "f007"); !strings.Contains(o.stdout, "F007: code") || !strings.Contains(o.stdout, "This is wrong") {
		t.Errorf("%s", o.stdout)
	}
}
