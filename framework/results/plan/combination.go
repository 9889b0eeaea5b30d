package plan

import (
	"fmt"
	"strconv"
	"strings"
)

// Combination is a dataset, encoder, learner and reduction, by their names, and the part
// of the training rows: what the cells of all folds and repeats have in common.
type Combination struct {
	Dataset   string `json:"dataset"`
	Encoder   string `json:"encoder"`
	Learner   string `json:"learner"`
	Reduction string `json:"reduction"`
	// TrainSize is the share of the training rows of each fold that is trained on, 0 for
	// all of them.
	TrainSize float64 `json:"train_size,omitempty"`
}

// Name joins the names: "iris/one_hot/svm/ova".
func (c Combination) Name() string {
	return strings.Join([]string{c.Division(), c.Encoder, c.Learner, c.Reduction}, "/")
}

// TrainSizeParameter is what files call the share of the training rows that folds train
// on, a parameter of the validation.
const TrainSizeParameter = "train_size"

// Division is what files call the dataset as a combination divides its rows: its name
// and, where folds train on a part of their rows, the variant of the validation that this
// is: "iris[train_size=0.1]".
func (c Combination) Division() string {
	if c.TrainSize == 0 {
		return c.Dataset
	}
	return fmt.Sprintf("%s[%s=%s]", c.Dataset, TrainSizeParameter, strconv.FormatFloat(c.TrainSize, 'g', -1, 64))
}

// Share is the share of the training rows that is trained on: 1 is all of them.
func (c Combination) Share() float64 {
	if c.TrainSize == 0 {
		return 1
	}
	return c.TrainSize
}
