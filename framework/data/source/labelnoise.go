package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// LabelNoise says how training rows are given wrong classes.
type LabelNoise struct {
	Rate float64 `json:"rate"` // probability that a row is given another class, above 0 and below 1
	Kind string  `json:"kind"` // UniformNoise or PairNoise
	Seed *uint64 `json:"seed"` // nil is that of the experiment
}

// The kinds of label noise: another class at random, each equally likely, also called symmetric;
// the next class in class order, after the last the first, also called pair flipping.
const (
	UniformNoise = "uniform"
	PairNoise    = "pairs"
)

// LabelNoiseHelp says how label_noise is written.
const LabelNoiseHelp = "Write label_noise = { rate = 0.2 } to give each training row another class with probability " +
	"0.2; kind = \"pairs\" takes the next class in place of any."

// UnmarshalJSON reads the object of a dataset block.
func (n *LabelNoise) UnmarshalJSON(b []byte) error {
	var written map[string]any
	if err := json.Unmarshal(b, &written); err != nil {
		return errors.New("label_noise must be an object")
	}
	*n = LabelNoise{Kind: UniformNoise}
	for name, value := range written {
		number, isNumber := value.(float64)
		text, isText := value.(string)
		switch {
		case name == "rate" && isNumber && number > 0 && number < 1:
			n.Rate = number
		case name == "rate":
			return errors.New("label_noise needs a rate above 0 and below 1")
		case name == "kind" && isText && (text == UniformNoise || text == PairNoise):
			n.Kind = text
		case name == "kind":
			return fmt.Errorf("label_noise has a kind that is neither %q nor %q", UniformNoise, PairNoise)
		case name == "seed" && isNumber && number >= 0 && number == math.Trunc(number) && number <= 1<<53:
			seed := uint64(number)
			n.Seed = &seed
		case name == "seed":
			return errors.New("label_noise has a seed that is not a whole number from 0")
		default:
			return fmt.Errorf("label_noise has rate, kind and seed, and no %q", name)
		}
	}
	if n.Rate == 0 {
		return errors.New("label_noise needs a rate above 0 and below 1")
	}
	return nil
}

// String says everything that determines the noise but the seed of the experiment; it is empty
// for none.
func (n *LabelNoise) String() string {
	if n == nil {
		return ""
	}
	text := fmt.Sprintf("%s %v", n.Kind, n.Rate)
	if n.Seed != nil {
		text += fmt.Sprintf(" %d", *n.Seed)
	}
	return text
}
