package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// maxGenerated bounds the values of a generated table.
const maxGenerated = 100_000_000

// generator makes the points of one kind of data. Gaussian noise with the
// source's spread is added to every coordinate of them.
type generator struct {
	name     string
	classes  int     // by default
	spread   float64 // by default
	onlyPair bool    // two classes, no more
	// categorical says that the columns are categorical; place is not used.
	categorical bool
	// multilabel says that rows have labels and no class; place is not used.
	multilabel bool
	// plane says that there are two features; otherwise the source's features
	// and centers apply.
	plane bool
	// place returns a function that writes into point where a row of a class
	// lies without noise.
	place func(s Source, random *rand.Rand) func(class int, point []float64)
}

// generators are all kinds in the order in which they are listed for users.
var generators = []generator{
	{name: "blobs", classes: 3, spread: 1, place: placeBlobs},
	{name: "collinear", classes: 3, spread: 1, plane: true, place: placeCollinear},
	{name: "circles", classes: 2, spread: 0.1, plane: true, place: placeCircles},
	{name: "moons", classes: 2, spread: 0.1, plane: true, onlyPair: true, place: placeMoons},
	{name: "categorical", classes: 3, categorical: true},
	{name: "multilabel", spread: 0.5, multilabel: true},
}

func generatorNames() []string {
	names := make([]string, len(generators))
	for i, g := range generators {
		names[i] = g.name
	}
	return names
}

// findGenerator returns the generator of a source. A name that is none of them
// gets the first, so that the rest of such a source can be checked.
func findGenerator(name string) (g generator, known bool) {
	i := slices.IndexFunc(generators, func(g generator) bool { return g.name == name })
	return generators[max(i, 0)], i >= 0
}

// generate makes the table of a source without defects. Rows are spread evenly
// over the classes, the first ones getting those left over, or as counts says,
// and then shuffled. The values are a function of the source alone.
func generate(s Source) *Table {
	g, _ := findGenerator(s.Generate)
	s = s.generateDefaults()
	random := rand.New(rand.NewPCG(s.Seed, streamOf(g.name)))
	t := &Table{Rows: s.Rows}
	if g.multilabel {
		generateLabels(s, t, random)
		return t
	}
	var counts []int
	if g.categorical {
		t.Labels, counts = deal(s, random)
		generateCategories(s, t, random)
	} else {
		place := g.place(s, random)
		t.Labels, counts = deal(s, random)
		scatter(s, t, place, random)
	}
	names := make([]string, s.Classes)
	for k := range names {
		names[k] = strconv.Itoa(k)
	}
	t.Declared, t.DeclaredCounts = names, counts
	t.Classes, t.Counts = names, counts
	return t
}

// scatter makes numeric columns: rows where place puts them, and noise.
func scatter(s Source, t *Table, place func(class int, point []float64), random *rand.Rand) {
	for j := range s.Features {
		t.Columns = append(t.Columns, Column{Name: "x" + strconv.Itoa(j), Kind: Numeric, Values: make([]float64, s.Rows)})
	}
	point := make([]float64, s.Features)
	for row, class := range t.Labels {
		place(class, point)
		for j, at := range point {
			t.Columns[j].Values[row] = at + float64(*s.Spread*random.NormFloat64()) // not fused, so that all machines draw the same
		}
	}
}

// streamOf parts the random numbers of a generator from those of others with the
// same seed: the last eight bytes of its name as one number.
func streamOf(name string) uint64 {
	number := uint64(0)
	for _, b := range []byte(name) {
		number = number<<8 | uint64(b)
	}
	return number
}

// deal gives each row a class, in turn as long as the class has rows left, and
// returns the classes of the shuffled rows and the number of rows of each class.
func deal(s Source, random *rand.Rand) (labels, counts []int) {
	labels, counts = make([]int, s.Rows), make([]int, s.Classes)
	class := 0
	for _, row := range random.Perm(s.Rows) {
		for s.Counts != nil && counts[class] == s.Counts[class] {
			class = (class + 1) % s.Classes
		}
		labels[row] = class
		counts[class]++
		class = (class + 1) % s.Classes
	}
	return labels, counts
}

// generateDefaults fills in what the generator needs.
func (s Source) generateDefaults() Source {
	g, _ := findGenerator(s.Generate)
	if g.multilabel {
		s = s.labelDefaults()
	}
	if len(s.Centers) > 0 {
		s.Classes, s.Features = len(s.Centers), len(s.Centers[0])
	}
	if s.Counts != nil {
		s.Classes, s.Rows = len(s.Counts), 0
		for _, n := range s.Counts {
			s.Rows += n
		}
	}
	if s.Classes == 0 {
		s.Classes = g.classes
	}
	if s.Features == 0 && s.Pairs == 0 {
		s.Features = 2
	}
	if s.Rows == 0 {
		s.Rows = 100
	}
	if g.categorical {
		if s.Levels == 0 {
			s.Levels = 20
		}
		if s.Purity == nil {
			half := 0.5
			s.Purity = &half
		}
	} else if s.Spread == nil {
		s.Spread = &g.spread
	}
	return s
}

// checkGenerator returns what is wrong with a source that generates.
func (s Source) checkGenerator() []contract.Diagnostic {
	var found []contract.Diagnostic
	fail := func(name, summary, detail string, args ...any) {
		found = append(found, contract.Errorf([]any{name}, summary, detail, args...))
	}
	g, known := findGenerator(s.Generate)
	if !known {
		fail("generate", fmt.Sprintf("generator %q is not available in this release", s.Generate), "Available: %s.", strings.Join(generatorNames(), ", "))
	}
	if s.Spread != nil && !(*s.Spread >= 0 && *s.Spread <= math.MaxFloat64) {
		fail("spread", "spread must be a number from 0", "Write for example spread = 1.")
	}
	if known && g.plane {
		found = append(found, s.checkPlane(g)...)
	}
	if known {
		found = append(found, s.checkCategories(g)...)
		found = append(found, s.checkLabels(g)...)
	}
	if g.multilabel {
		return found
	}
	shape := append(s.checkCounts(), s.checkCenters()...)
	if shape == nil {
		shape = s.checkSize()
	}
	return append(found, shape...)
}

// checkPlane refuses what only a generator of any number of features takes.
func (s Source) checkPlane(g generator) []contract.Diagnostic {
	var found []contract.Diagnostic
	for _, u := range []use{{"features", s.Features != 0}, {"centers", s.Centers != nil}} {
		if u.set {
			found = append(found, contract.Errorf([]any{u.name}, fmt.Sprintf("%s does not apply to %s", u.name, g.name),
				"The %s lie in a plane, with two features; remove %s.", g.name, u.name))
		}
	}
	if full := s.generateDefaults(); g.onlyPair && full.Classes != 2 {
		name := "classes"
		if s.Counts != nil {
			name = "counts"
		}
		found = append(found, contract.Errorf([]any{name}, fmt.Sprintf("%s have two classes, not %d", g.name, full.Classes), "Make it two."))
	}
	return found
}

// checkCounts checks the number of rows of each class.
func (s Source) checkCounts() []contract.Diagnostic {
	if s.Counts == nil {
		return nil
	}
	var found []contract.Diagnostic
	fail := func(path []any, summary, detail string) {
		found = append(found, contract.Errorf(path, summary, "%s", detail))
	}
	if len(s.Counts) < 2 {
		fail([]any{"counts"}, "fewer than two counts", "Write a number of rows for each class.")
	}
	for i, n := range s.Counts {
		if n < 1 || n > maxGenerated {
			fail([]any{"counts", i}, fmt.Sprintf("class %d has %d rows", i, n), fmt.Sprintf("Write a number from 1 to %d.", maxGenerated))
		}
	}
	if s.Rows != 0 {
		fail([]any{"rows"}, "rows does not go with counts", "The rows are the sum of counts; remove one of them.")
	}
	if s.Classes != 0 && s.Classes != len(s.Counts) {
		fail([]any{"classes"}, fmt.Sprintf("%d classes but %d counts", s.Classes, len(s.Counts)), "Remove classes, or make the numbers agree.")
	}
	if s.Centers != nil && len(s.Centers) != len(s.Counts) {
		fail([]any{"counts"}, fmt.Sprintf("%d centers but %d counts", len(s.Centers), len(s.Counts)), "Both have one entry for each class; make them agree.")
	}
	return found
}

// checkCenters checks the places of the blobs.
func (s Source) checkCenters() []contract.Diagnostic {
	if s.Centers == nil {
		return nil
	}
	var found []contract.Diagnostic
	fail := func(name, summary, detail string) {
		found = append(found, contract.Errorf([]any{name}, summary, "%s", detail))
	}
	if len(s.Centers) < 2 {
		fail("centers", "fewer than two centers", "Write one list of coordinates per class.")
	}
	for i, center := range s.Centers {
		if len(center) == 0 || len(center) != len(s.Centers[0]) {
			fail("centers", fmt.Sprintf("center %d has %d coordinates", i+1, len(center)), "Every center needs the same number of coordinates, at least one.")
		}
	}
	if s.Classes != 0 && s.Classes != len(s.Centers) {
		fail("classes", fmt.Sprintf("%d classes but %d centers", s.Classes, len(s.Centers)), "Remove classes, or make the numbers agree.")
	}
	if s.Features != 0 && len(s.Centers) > 0 && s.Features != len(s.Centers[0]) {
		fail("features", fmt.Sprintf("%d features but centers of %d coordinates", s.Features, len(s.Centers[0])), "Remove features, or make the numbers agree.")
	}
	return found
}

// checkSize refuses tables without a row for each class, and enormous ones.
func (s Source) checkSize() []contract.Diagnostic {
	full := s.generateDefaults()
	switch {
	case full.Rows < 0 || full.Classes < 2 || full.width() < 1:
		return []contract.Diagnostic{contract.Errorf([]any{"classes"}, "generated data need at least 2 classes and 1 feature", "Write larger numbers.")}
	case full.Rows < full.Classes:
		return []contract.Diagnostic{contract.Errorf([]any{"rows"}, fmt.Sprintf("%d rows for %d classes", full.Rows, full.Classes),
			"Every class needs a row: write more rows.")}
	case full.Rows > maxGenerated/full.width():
		return []contract.Diagnostic{contract.Errorf([]any{s.largest()}, fmt.Sprintf("%d rows of %d features are too many to generate", full.Rows, full.width()),
			"Rows times features may be %d. Write smaller numbers.", maxGenerated)}
	}
	return nil
}

// largest names the attribute that makes a generated table large.
func (s Source) largest() string {
	switch {
	case s.width() > s.generateDefaults().Rows && s.Features < max(s.Pairs, s.Noise):
		return "noise"
	case s.width() > s.generateDefaults().Rows:
		return "features"
	case s.Counts != nil:
		return "counts"
	}
	return "rows"
}
