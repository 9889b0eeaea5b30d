package experiment

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/language/diagnostic"
)

// bindText returns all that Bind says of a text that can be parsed.
func bindText(t *testing.T, src string) diagnostic.List {
	t.Helper()
	file, diags := ParseText("test.hcl", []byte(src), nil)
	if file == nil {
		t.Fatal(diags)
	}
	_, more := file.Bind(fakeCatalog())
	return append(diags, more...)
}

func TestWarningsOfVariants(t *testing.T) {
	for block, want := range map[string]int{
		`loss = "hinge"`: 1,
		"loss = \"hinge\"\n decoding = grid(\"hamming\", \"loss_based\")":                    0,
		"loss = \"hinge\"\n code = grid(\"a\", \"b\")":                                       1,
		"loss = grid(\"hinge\", \"squared\")":                                                2,
		"loss = grid(\"hinge\", \"squared\")\n decoding = grid(\"hamming\", \"loss_based\")": 0,
	} {
		var got []string
		for _, d := range bindText(t, minimal+"reduction \"ecoc\" \"r\" {\n "+block+"\n}") {
			got = append(got, d.Summary)
		}
		if len(got) != want || want > 0 && got[0] != "The loss is not used" {
			t.Errorf("%s: got %q, want %d warnings", block, got, want)
		}
	}
}

func TestNumbersAsText(t *testing.T) {
	exp := bound(t, minimal+`
metric "f1" { classes = [1, 2.50, -0, 12345678901234567, 1e3, 1/4, "x"] }
dataset "n" { split = 3 }
`, nil)
	if got, want := string(exp.Metrics[0].Config), `{"average":"macro","classes":["1","2.5","0","12345678901234567","1000","0.25","x"]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := string(exp.Datasets[1].Config), `{"split":"3"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestProbabilitiesByPair(t *testing.T) {
	const learners = `
experiment "e" {}
dataset "d" {}
learner "svm" "s" {}
metric "log_loss" {}
`
	for blocks, want := range map[string]string{
		"reduction \"ecoc\" \"r\" {}":                                "None come from: s/r. Choose a learner that gives log-odds or probabilities, ",
		"learner \"lda\" \"l\" {}\nreduction \"ecoc\" \"r\" {}":      "None come from: s/r. Choose a learner ",
		"reduction \"ovo\" \"r\" {}":                                 "None come from: r. Choose a reduction or a decoding ",
		"reduction \"ovo\" \"o\" {}\nreduction \"ecoc\" \"r\" {}":    "None come from: o, s/r. Choose learners, and reductions or decodings, ",
		"learner \"logreg\" \"lr\" {}\nreduction \"ova\" \"ova\" {}": "",
	} {
		var got []string
		for _, d := range bindText(t, learners+blocks) {
			got = append(got, d.Detail)
		}
		slices.Sort(got)
		if want == "" && got != nil || want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], want)) {
			t.Errorf("%s: got %q, want %q", blocks, got, want)
		}
	}
}
