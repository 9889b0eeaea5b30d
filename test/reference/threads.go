package reference

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// CheckThreads trains the problems of IrisBatch with 1 and with 3 threads: every score must
// agree bit for bit, and each model must say what time it took.
func CheckThreads(t *testing.T, c contract.Component, settings map[string]any) {
	t.Helper()
	l, err := c.Learner(contract.NewConfig(settings))
	if err != nil {
		t.Fatal(err)
	}
	b := IrisBatch(t)
	b.Threads = 1
	one := models(t, l, b)
	b.Threads = 3
	for i, m := range models(t, l, b) {
		if m.(contract.Fitted).Fit().Seconds <= 0 {
			t.Errorf("problem %d took no time", i)
		}
		p := Plain(b, i)
		if k := width(p); !slices.Equal(Scores(m, p.X, k), Scores(one[i], p.X, k)) {
			t.Errorf("problem %d depends on the number of threads", i)
		}
	}
}
