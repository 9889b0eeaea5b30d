package generate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// Check returns what is wrong with a recipe. set holds the attributes that a
// dataset block has, by name.
func (r Recipe) Check(set map[string]bool) []contract.Diagnostic {
	var found []contract.Diagnostic
	fail := func(name, summary, detail string, args ...any) {
		found = append(found, contract.Errorf([]any{name}, summary, detail, args...))
	}
	g, known := findGenerator(r.Generate)
	if !known {
		fail("generate", fmt.Sprintf("generator %q is not available in this release", r.Generate), "Available: %s.",
			strings.Join(Names(), ", "))
	}
	if r.Spread != nil && !(*r.Spread >= 0 && *r.Spread <= math.MaxFloat64) {
		fail("spread", "spread must be a number from 0", "Write for example spread = 1.")
	}
	full := r.complete(g)
	for _, name := range g.refuses {
		switch {
		case !known || !set[name]:
		case g.plane && slices.Contains([]string{"features", "centers"}, name):
			fail(name, name+" does not apply to "+g.name, "The %s lie in a plane, with two features; remove %s.", g.name, name)
		default:
			fail(name, name+" does not apply to "+g.name, "Remove %s.", name)
		}
	}
	if g.onlyPair && full.Classes != 2 {
		name := "classes"
		if r.Counts != nil {
			name = "counts"
		}
		fail(name, fmt.Sprintf("%s have two classes, not %d", g.name, full.Classes), "Make it two.")
	}
	if g.check != nil && (!g.multilabel || found == nil) {
		found = append(found, g.check(full)...)
	}
	if g.multilabel {
		return found
	}
	shape := append(r.checkCounts(), r.checkCenters()...)
	if shape == nil {
		shape = full.checkSize(r.Counts != nil)
	}
	return append(found, shape...)
}

// checkCounts checks the number of rows of each class.
func (r Recipe) checkCounts() []contract.Diagnostic {
	if r.Counts == nil {
		return nil
	}
	var found []contract.Diagnostic
	fail := func(path []any, summary, detail string) {
		found = append(found, contract.Errorf(path, summary, "%s", detail))
	}
	if len(r.Counts) < 2 {
		fail([]any{"counts"}, "fewer than two counts", "Write a number of rows for each class.")
	}
	for i, n := range r.Counts {
		if n < 1 || n > MaxGenerated {
			fail([]any{"counts", i}, fmt.Sprintf("class %d has %d rows", i, n),
				fmt.Sprintf("Write a number from 1 to %d.", MaxGenerated))
		}
	}
	if r.Rows != 0 {
		fail([]any{"rows"}, "rows and counts are mutually exclusive", "The rows are the sum of counts; remove one of them.")
	}
	if r.Classes != 0 && r.Classes != len(r.Counts) {
		fail([]any{"classes"}, fmt.Sprintf("%d classes but %d counts", r.Classes, len(r.Counts)),
			"Remove classes, or make the numbers agree.")
	}
	if r.Centers != nil && len(r.Centers) != len(r.Counts) {
		fail([]any{"counts"}, fmt.Sprintf("%d centers but %d counts", len(r.Centers), len(r.Counts)),
			"Both have one entry for each class; make them agree.")
	}
	return found
}

// checkCenters checks the places of the blobs.
func (r Recipe) checkCenters() []contract.Diagnostic {
	if r.Centers == nil {
		return nil
	}
	var found []contract.Diagnostic
	fail := func(name, summary, detail string) {
		found = append(found, contract.Errorf([]any{name}, summary, "%s", detail))
	}
	if len(r.Centers) < 2 {
		fail("centers", "fewer than two centers", "Write one list of coordinates per class.")
	}
	for i, center := range r.Centers {
		if len(center) == 0 || len(center) != len(r.Centers[0]) {
			fail("centers", fmt.Sprintf("center %d has %d coordinates", i+1, len(center)),
				"Every center needs the same number of coordinates, at least one.")
		}
	}
	if r.Classes != 0 && r.Classes != len(r.Centers) {
		fail("classes", fmt.Sprintf("%d classes but %d centers", r.Classes, len(r.Centers)),
			"Remove classes, or make the numbers agree.")
	}
	if r.Features != 0 && len(r.Centers) > 0 && r.Features != len(r.Centers[0]) {
		fail("features", fmt.Sprintf("%d features but centers of %d coordinates", r.Features, len(r.Centers[0])),
			"Remove features, or make the numbers agree.")
	}
	return found
}

// checkSize refuses tables without a row for each class, and enormous ones. The
// recipe is complete; counted says that it lists the rows of each class.
func (r Recipe) checkSize(counted bool) []contract.Diagnostic {
	switch {
	case r.Rows < 0 || r.Classes < 2 || r.width() < 1:
		return data.Failure("classes", "generated data need at least 2 classes and 1 feature", "Write larger numbers.")
	case r.Rows < r.Classes:
		return data.Failure("rows", fmt.Sprintf("%d rows for %d classes", r.Rows, r.Classes),
			"Every class needs a row: write more rows.")
	case r.Rows > MaxGenerated/r.width():
		return data.Failure(r.largest(counted), fmt.Sprintf("%d rows of %d features are too many to generate", r.Rows,
			r.width()),
			"Rows times features may be %d. Write smaller numbers.", MaxGenerated)
	}
	return nil
}

// largest names the attribute that makes a generated table large.
func (r Recipe) largest(counted bool) string {
	switch {
	case r.width() > r.Rows && r.Features < max(r.Pairs, r.Noise):
		return "noise"
	case r.width() > r.Rows:
		return "features"
	case counted:
		return "counts"
	}
	return "rows"
}
