package margin

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// settings are the parameters of a learner block.
type settings struct {
	C                 float64            `json:"C"`
	Loss              string             `json:"loss"`
	PenalizeIntercept bool               `json:"penalize_intercept"`
	ClassWeight       linear.ClassWeight `json:"class_weight"`
	linear.Stopping
}

func wrongTask(t contract.Task) error {
	return fmt.Errorf("cannot train a %s problem with these settings: reduce it to binary ones first", t)
}
