package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Rare says what becomes of classes with few rows.
type Rare struct {
	Below int    `json:"below"` // classes of fewer rows are rare
	As    string `json:"as"`    // dropRare or joinRare
}

const (
	DropRare = "drop"
	JoinRare = "other" // and the name of the class that rare ones become
)

// RareHelp says how rare is written.
const RareHelp = "Write rare = { below = 3, as = \"drop\" } to leave classes of fewer than 3 rows out, or as = " +
	"\"other\" to join them."

// UnmarshalJSON reads the object of a dataset block. below is 2 or more, as is
// needed.
func (r *Rare) UnmarshalJSON(b []byte) error {
	var written map[string]any
	if err := json.Unmarshal(b, &written); err != nil {
		return errors.New("rare must be an object")
	}
	for name := range written {
		if name != "below" && name != "as" {
			return fmt.Errorf("rare has below and as, and no %q", name)
		}
	}
	below, ok := written["below"].(float64)
	if !ok || below < 2 || below != math.Trunc(below) || below > 1<<53 {
		return errors.New("rare needs below, a whole number of at least 2")
	}
	if r.As, ok = written["as"].(string); !ok || r.As != DropRare && r.As != JoinRare {
		return fmt.Errorf("rare needs as, which is %q or %q", DropRare, JoinRare)
	}
	r.Below = int(below)
	return nil
}
