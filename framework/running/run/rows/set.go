package rows

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/store"
)

// Role is what a set of rows is scored for.
type Role string

// The roles. Sample rows are training rows as models were trained on them.
const (
	Test   Role = "test row"
	Train  Role = "training row"
	Grid   Role = "grid point"
	Sample Role = "sample row"
)

// Set is a set of rows that models score and reducers decode: of a fold's matrix,
// or of a matrix of its own.
type Set struct {
	Role     Role
	Features service.Features
	Ranges   []contract.Range
	Count    int // of rows
	// LeaveOneOut is set if these are the training rows, each scored as without it.
	LeaveOneOut bool
	Frame       *store.Regions // of a grid: the picture without predictions
	Searched    *Searched      // of rows that are scored after hypotheses: what makes their features; else nil
}

// NewSet returns the set of the rows of ranges of some features.
func NewSet(role Role, f service.Features, ranges []contract.Range) *Set {
	return &Set{Role: role, Features: f, Ranges: ranges, Count: CountRows(ranges)}
}

// Part is a run of the rows of a set, which is a set as well.
type Part struct {
	Set
	From int // the row of the whole set that is its first
}

// To is the row of the whole set after its last.
func (p Part) To() int { return p.From + p.Count }

// Parts cuts the set into runs of at most some rows. Scores without the row itself come
// all at once, so their rows are one part; so is a set without rows.
func (s *Set) Parts(most int) []Part {
	if s.LeaveOneOut || s.Count <= most {
		return []Part{{Set: *s}}
	}
	var parts []Part
	for from := 0; s.Searched != nil && from < s.Count; from += most {
		part := Part{Set: *s, From: from}
		part.Count = min(most, s.Count-from)
		parts = append(parts, part)
	}
	for _, r := range s.Ranges {
		for r.Start < r.End {
			if n := len(parts); n == 0 || parts[n-1].Count == most {
				parts = append(parts, Part{Set: *s, From: n * most})
				parts[n].Ranges, parts[n].Count = nil, 0
			}
			p := &parts[len(parts)-1]
			end := min(r.End, r.Start+most-p.Count)
			p.Ranges = append(p.Ranges, contract.Range{Start: r.Start, End: end, Class: r.Class})
			p.Count += end - r.Start
			r.Start = end
		}
	}
	return parts
}

// RowName is what messages call a row of the set.
func (s *Set) RowName() string {
	if s.Role == Sample {
		return string(Train)
	}
	return string(s.Role)
}

// Optional reports whether there are cells that can do without the scores of the
// set: with their company they must not fail because they are missing. A grid is a picture.
// Sample rows are for the cells with a stage that wants them.
func (s *Set) Optional() bool { return s.Role == Grid || s.Role == Sample }
