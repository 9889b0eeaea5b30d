package sdk

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// counting counts its calls in what it keeps.
type counting struct{ seen *[]string }

func (c counting) Train(context.Context, contract.Problem) (contract.Model, error) {
	return recorded{width: 1}, nil
}

func (c counting) TrainBatch(_ context.Context, b contract.Batch, done func(int, contract.Model, error)) error {
	if b.Kept == nil {
		*c.seen = append(*c.seen, "nothing")
		return nil
	}
	n, _ := (*b.Kept).(int)
	*c.seen = append(*c.seen, fmt.Sprint(n))
	*b.Kept = n + 1
	return nil
}

// What a learner keeps is there in its next call, unless another has trained or the
// call's seconds are to be its own.
func TestKeptBetweenCalls(t *testing.T) {
	var seen []string
	component := func(name string) contract.Component {
		return contract.Component{Kind: contract.KindLearner, Name: name,
			NewLearner: func(contract.Config) (contract.Learner, error) { return counting{&seen}, nil }}
	}
	p := New(contract.Plugin{Name: "p", Version: "1", Components: []contract.Component{component("a"), component("b")}})
	features, set := sixRows(t)
	for _, call := range []service.TrainCall{{Component: "a"}, {Component: "a"}, {Component: "b"}, {Component: "a"},
		{Component: "a"}, {Component: "a", Isolated: true}, {Component: "a"}} {
		call.Features, call.RowSets = features, []service.RowSet{set}
		if err := p.Train(t.Context(), call, func(service.Trained) {}); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"0", "1", "0", "0", "1", "nothing", "0"}; !slices.Equal(seen, want) {
		t.Errorf("learners found %v, want %v", seen, want)
	}
}
