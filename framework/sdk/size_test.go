package sdk

import (
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// shaped is a model of some parts.
type shaped struct {
	weights []float64
	next    *shaped
	named   map[int32]int32
	any     any
	text    string
	call    func()
}

func (*shaped) Score(contract.Matrix, []float64) {}

type saying struct{ contract.Model }

func (saying) Fit() contract.Fit { return contract.Fit{Bytes: 7} }

// unseen is a model that lives elsewhere.
type unseen struct {
	contract.RemoteModel
	bytes int64
}

func (u unseen) Bytes() int64 { return u.bytes }

func TestSizesOfModels(t *testing.T) {
	const word = 8
	const itself = (3 + 1 + 1 + 2 + 2 + 1) * word
	plain := func() *shaped { return &shaped{weights: make([]float64, 10)} }
	shared := plain()
	shared.next = shared
	shared.any = shared.weights[:5]
	for name, test := range map[string]struct {
		model contract.Model
		want  int64
	}{
		"nothing":    {&shaped{}, word + itself},
		"numbers":    {plain(), word + itself + 10*word},
		"a chain":    {&shaped{next: plain()}, word + itself + itself + 10*word},
		"a map":      {&shaped{named: map[int32]int32{1: 2, 3: 4}}, word + itself + 2*8},
		"a text":     {&shaped{text: "four"}, word + itself + 4},
		"a value":    {&shaped{any: [2]float64{}}, word + itself + 2*word},
		"a function": {&shaped{call: func() {}}, word + itself},
		"a circle":   {shared, word + itself + 10*word + 3*word},
		"its word":   {saying{}, 7},
		"elsewhere":  {unseen{}, 0},
		"its size":   {unseen{bytes: 9}, 9},
	} {
		if got := sizeOf(test.model); got != test.want {
			t.Errorf("%s: %d bytes, want %d", name, got, test.want)
		}
	}
}
