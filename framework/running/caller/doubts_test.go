package caller

import (
	"errors"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Every component is asked again once, and what was found holds for all its answers.
func TestDoubts(t *testing.T) {
	asked := 0
	again := func(same bool, err error) func() (bool, error) {
		return func() (bool, error) { asked++; return same, err }
	}
	of := func(config string) service.ComponentRef {
		return service.ComponentRef{Kind: contract.KindMetric, Name: "m", Config: contract.Config(config)}
	}
	d := &Doubts{}
	for i, test := range []struct {
		call, config string
		again        func() (bool, error)
		asked        int
		want         error
	}{
		{"computing", "{}", again(true, errors.New("lost")), 1, nil},
		{"computing", "{}", again(false, nil), 2, ErrOtherwise},
		{"computing", "{}", again(true, nil), 2, ErrOtherwise},
		{"computing", `{"a":1}`, again(true, nil), 3, nil},
		{"computing", `{"a":1}`, again(false, nil), 3, nil},
		{"fitting", "{}", again(true, nil), 4, nil},
	} {
		if err := d.Check(test.call, of(test.config), test.again); err != test.want || asked != test.asked {
			t.Errorf("%d: %v, asked %d times", i, err, asked)
		}
	}
	if err := (*Doubts)(nil).Check("computing", of("{}"), again(false, nil)); err != nil || asked != 4 {
		t.Errorf("%v, asked %d times", err, asked)
	}
}
