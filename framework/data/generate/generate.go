// Package generate makes tables from a recipe and a seed.
package generate

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// generator makes one kind of data.
type generator struct {
	name string
	// refuses lists the attributes of a recipe that do not apply.
	refuses []string
	// What a recipe has by default.
	classes, features int
	spread            float64
	// onlyPair says that there are two classes, no more, and plane that there are
	// two features.
	onlyPair, plane bool
	// multilabel says that rows have labels and no class.
	multilabel bool
	// fill makes the columns and the target of a table with as many rows as the
	// recipe says.
	fill func(r Recipe, t *data.Table, random *rand.Rand)
	// check looks for what else is wrong with a recipe that is complete.
	check func(r Recipe) []contract.Diagnostic
}

// ofPlane are the attributes that do not apply to shapes in a plane.
var ofPlane = append([]string{"features", "centers"}, notOfBlobs...)

var notOfBlobs = []string{"levels", "pairs", "noise", "purity", "skew", "labels", "cardinality"}

// generators are all kinds in the order in which they are listed for users.
var generators = []generator{
	{name: "blobs", classes: 3, features: 2, spread: 1, fill: scatter(placeBlobs), refuses: notOfBlobs},
	{name: "collinear", classes: 3, features: 2, spread: 1, plane: true, fill: scatter(placeCollinear), refuses: ofPlane},
	{name: "circles", classes: 2, features: 2, spread: 0.1, plane: true, fill: scatter(placeCircles), refuses: ofPlane},
	{name: "moons", classes: 2, features: 2, spread: 0.1, plane: true, onlyPair: true, fill: scatter(placeMoons),
		refuses: ofPlane},
	{
		name: "categorical", classes: 3, features: 2, fill: generateCategories, check: Recipe.checkCategories,
		refuses: []string{"spread", "centers", "labels", "cardinality"},
	},
	{
		name: "multilabel", features: 4, spread: 0.5, multilabel: true, fill: generateLabels, check: Recipe.checkLabels,
		refuses: []string{"classes", "counts", "centers", "levels", "pairs", "purity", "skew"},
	},
}

// Names lists the names of the generators.
func Names() []string {
	return lists.Map(generators, func(g generator) string { return g.name })
}

// findGenerator returns the generator of a source. An unknown name
// gets the first, so that the rest of such a source can be checked.
func findGenerator(name string) (g generator, known bool) {
	i := slices.IndexFunc(generators, func(g generator) bool { return g.name == name })
	return generators[max(i, 0)], i >= 0
}

// Table makes the table of a recipe without defects. Rows are spread evenly
// over the classes, the first ones getting those left over, or as counts says,
// and then shuffled. The values are a function of the recipe alone.
func Table(r Recipe) *data.Table {
	g, _ := findGenerator(r.Generate)
	r = r.complete(g)
	t := &data.Table{Rows: r.Rows}
	g.fill(r, t, rand.New(rand.NewPCG(r.Seed, streamOf(g.name))))
	return t
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

// complete fills in what the recipe leaves out.
func (r Recipe) complete(g generator) Recipe {
	if len(r.Centers) > 0 {
		r.Classes, r.Features = len(r.Centers), len(r.Centers[0])
	}
	if r.Counts != nil {
		r.Classes, r.Rows = len(r.Counts), lists.Sum(r.Counts)
	}
	r.Classes = cmp.Or(r.Classes, g.classes)
	r.Rows = cmp.Or(r.Rows, 100)
	r.Levels = cmp.Or(r.Levels, 20)
	r.Labels = cmp.Or(r.Labels, 6)
	if r.Pairs == 0 {
		r.Features = cmp.Or(r.Features, g.features)
	}
	quarter, half := float64(r.Labels)/4, 0.5
	r.Spread, r.Purity, r.Cardinality = cmp.Or(r.Spread, &g.spread), cmp.Or(r.Purity, &half),
		cmp.Or(r.Cardinality, &quarter)
	return r
}
