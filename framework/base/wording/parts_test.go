package wording

import (
	"slices"
	"strings"
	"testing"
)

func TestParts(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "word": "word", "svm[C=1e-05,tol=0.1]/one_vs_rest": "svm·[C=1e-05,·tol=0.1]/·one_·vs_·rest",
		"Iris-setosa, wild": "Iris-·setosa, ·wild", "f1(average=macro)": "f1·(average=macro)", "[[a]]": "[[a]]", "a/": "a/",
	} {
		got := Parts(name)
		if strings.Join(got, "·") != want {
			t.Errorf("%q: %q", name, got)
		}
		if strings.Join(got, "") != name || slices.Contains(got, "") {
			t.Errorf("%q is not %q", got, name)
		}
	}
}
