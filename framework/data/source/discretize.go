package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/data/notation"
)

// Discretize says how a numeric target becomes classes.
type Discretize struct {
	Target     string    `json:"target,omitempty"`     // the column; "" for that of the block
	Thresholds []float64 `json:"thresholds,omitempty"` // ascending; nil if Quantiles is set
	Quantiles  int       `json:"quantiles,omitempty"`  // number of classes of about as many rows
}

// DiscretizeHelp says how discretize is written.
const DiscretizeHelp = "Write discretize = { target = \"price\", thresholds = [10, 20] }, or quantiles = 4 in place " +
	"of thresholds."

// MostIntervals bounds the classes that discretize makes.
const MostIntervals = 1000

// UnmarshalJSON reads the object of a dataset block.
func (d *Discretize) UnmarshalJSON(b []byte) error {
	var written map[string]any
	if err := json.Unmarshal(b, &written); err != nil {
		return errors.New("discretize must be an object")
	}
	for name, value := range written {
		var ok bool
		switch name {
		case "target":
			if d.Target, ok = columnName(value); !ok || d.Target == "" {
				return errors.New("discretize needs the name of a column as its target")
			}
		case "thresholds":
			if d.Thresholds, ok = ascending(value); !ok {
				return fmt.Errorf("discretize needs thresholds of 1 to %d numbers, each larger than the one before",
					MostIntervals-1)
			}
		case "quantiles":
			n, ok := value.(float64)
			if !ok || n < 2 || n > MostIntervals || n != math.Trunc(n) {
				return fmt.Errorf("discretize needs quantiles, a whole number from 2 to %d", MostIntervals)
			}
			d.Quantiles = int(n)
		default:
			return fmt.Errorf("discretize has target, thresholds and quantiles, and no %q", name)
		}
	}
	if (d.Thresholds == nil) == (d.Quantiles == 0) {
		return errors.New("discretize needs either thresholds or quantiles")
	}
	return nil
}

// ascending reads a list of numbers, each larger than the one before.
func ascending(value any) (list []float64, ok bool) {
	values, ok := value.([]any)
	if !ok || len(values) == 0 || len(values) >= MostIntervals {
		return nil, false
	}
	for _, v := range values {
		number, ok := v.(float64)
		if !ok || len(list) > 0 && number <= slices.Max(list) {
			return nil, false
		}
		list = append(list, number)
	}
	return list, true
}

// columnName reads a name, or the number of a column that has none.
func columnName(value any) (name string, ok bool) {
	switch value := value.(type) {
	case string:
		return value, true
	case float64:
		return notation.Shortest(value), true
	}
	return "", false
}
