package compare

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/evaluation/significance"
)

// Every test and every post-hoc test has a publication.
func TestSources(t *testing.T) {
	names := slices.Concat(significance.Tests, significance.PostHocNames())
	for name := range Titles {
		names = append(names, name)
	}
	for _, name := range names {
		if len(Sources(name)) == 0 {
			t.Errorf("%s has no source", name)
		}
	}
	if Sources("mean_difference") != nil {
		t.Error("a mean has a source")
	}
}
