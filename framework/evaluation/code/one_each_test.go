package code

import (
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestOneEach(t *testing.T) {
	for name, test := range map[string]struct {
		code contract.Dense
		want bool
	}{
		"one-vs-rest":         {contract.Dense{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, true},
		"another order":       {contract.Dense{{-1, 1, -1}, {-1, -1, 1}, {1, -1, -1}}, true},
		"two classes":         {contract.Dense{{1, -1}, {-1, 1}}, true},
		"one column":          {contract.Dense{{1}, {-1}}, false},
		"a column too many":   {contract.Dense{{1, -1, 1}, {-1, 1, -1}}, false},
		"a class twice":       {contract.Dense{{1, 1, -1}, {-1, -1, 1}, {-1, -1, -1}}, false},
		"a zero":              {contract.Dense{{1, -1, -1}, {-1, 1, -1}, {-1, 0, 1}}, false},
		"two positive":        {contract.Dense{{1, -1, -1}, {-1, 1, 1}, {-1, -1, 1}}, false},
		"mirrored":            {contract.Dense{{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}}, false},
		"no code":             {nil, false},
		"one-vs-one of three": {contract.Dense{{1, 1, 0}, {-1, 0, 1}, {0, -1, -1}}, false},
	} {
		if got := OneEach(test.code); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
