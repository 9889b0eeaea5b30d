package diff

import (
	"encoding/json"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// Side is one of the two results folders.
type Side struct {
	Manifest store.Manifest
	Plan     *plan.Plan
	Scores   []score.Row
}

// Change is a difference in one place. A and B are JSON; one of them is empty
// where only the other side has something there.
type Change struct {
	Path string          `json:"path"` // such as learners.lr.C
	A    json.RawMessage `json:"a,omitempty"`
	B    json.RawMessage `json:"b,omitempty"`
}
