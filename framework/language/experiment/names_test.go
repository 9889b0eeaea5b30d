package experiment

import (
	"slices"
	"testing"
)

func TestBlockNames(t *testing.T) {
	file, _ := ParseText("x.hcl", []byte(`
reduction "one_vs_one" "ovo" {}
dataset "iris" {}
reduction "one_vs_rest" "ova" {}
validation {}
`), nil)
	for blockType, want := range map[string][]string{"reduction": {"ovo", "ova"}, "dataset": {"iris"}, "learner": nil, "validation": nil} {
		if got := file.Names(blockType); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", blockType, got, want)
		}
	}
}
