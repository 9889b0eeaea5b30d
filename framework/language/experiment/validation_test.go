package experiment

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// withOwn is minimal with a second dataset, which has a validation of its own.
const withOwn = minimal + `dataset "split" {
  validation { folds = 3 }
}
`

func TestValidationOfADataset(t *testing.T) {
	for name, c := range map[string]struct{ src, rest string }{
		"beside the file's":  {withOwn + "validation { folds = 6 }\n", `{"folds":6,"repeats":1}`},
		"beside the default": {withOwn, `{"folds":10,"repeats":1}`},
	} {
		exp := bound(t, c.src, nil)
		rest, own := exp.ValidationOf(&exp.Datasets[0]), exp.ValidationOf(&exp.Datasets[1])
		if string(rest.Config) != c.rest || string(own.Config) != `{"folds":3,"repeats":1}` {
			t.Errorf("%s: %s, %s", name, rest.Config, own.Config)
		}
		if d := own.Errorf("", []any{"folds"}, "Too many", "x"); d.Range == nil || d.Range.Start.Line != 6 {
			t.Errorf("%s: a remark on the own block is at %v", name, d.Range)
		}
	}
}

// A validation block that no dataset follows is said to be without effect.
func TestUnusedValidation(t *testing.T) {
	unused := must.Replace(withOwn, "dataset \"d\" {}", "dataset \"d\" {\n  validation {}\n}") + "validation { folds = 6 }\n"
	const said = "No dataset is divided by this validation"
	if got := summaries(unused, nil, fakeCatalog()); !slices.Equal(got, []string{said}) {
		t.Errorf("said %q", got)
	}
	if got := summaries(withOwn+"validation { folds = 6 }\n", nil, fakeCatalog()); len(got) > 0 {
		t.Errorf("of a block that a dataset follows: %q", got)
	}
}
