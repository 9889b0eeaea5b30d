package draft

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/source"
)

// usual are names that class columns often have.
var usual = []string{"class", "target", "label", "y", "outcome", "species", "diagnosis", "category", "result", "type"}

// How classes look: at most so many, and in the mean so many rows of each at least. A
// number with more values is a quantity.
const (
	mostClasses = 200
	fewestRows  = 3
	fewNumbers  = 10
)

// quantiles is how many classes are made of a quantity.
const quantiles = 3

// findTarget reads the file with the class column that is named, or else with the first of the likely ones that holds
// classes.
func (d *Draft) findTarget(names []string, target string) error {
	switch {
	case target != "":
		d.Source.Target = source.Target(target)
		return d.classes()
	case names == nil || d.Source.LabelsXML != "":
		d.Guess = false
		return d.load()
	case formats.Of(d.Source).LastIsTarget && d.load() == nil && d.table.Target.MultiLabel: // the file names the labels
		d.Guess = false
		return nil
	}
	likely := candidates(names)
	for _, name := range likely {
		d.Source.Target = source.Target(name)
		if d.load() == nil && d.holdsClasses() {
			return nil
		}
	}
	d.Source.Target = source.Target(likely[0])
	return d.classes()
}

// classes reads the file with the target; a quantity is made into classes.
func (d *Draft) classes() error {
	err := d.load()
	if err == nil && d.holdsClasses() {
		return nil
	}
	read := d.table
	d.Source.Discretize = &source.Discretize{Quantiles: quantiles}
	if d.load() == nil {
		d.note(fmt.Sprintf("%q is a quantity: its classes are %d ranges with about as many rows each. Write thresholds "+
			"in place of quantiles for ranges of your own.", d.Source.Target, quantiles))
		return nil
	}
	d.Source.Discretize, d.table = nil, read
	return err
}

// holdsClasses reports whether the target looks like classes.
func (d *Draft) holdsClasses() bool {
	k := d.table.Target.K()
	return d.table.Target.MultiLabel || k >= 2 && k <= mostClasses && k*fewestRows <= d.table.Rows &&
		!measured(d.table.Target.Names)
}

// measured reports whether classes are more than a few numbers, not all of them whole: a quantity.
func measured(classes []string) bool {
	fractions := false
	for _, class := range classes {
		x, err := strconv.ParseFloat(class, 64)
		if err != nil {
			return false
		}
		fractions = fractions || x != math.Trunc(x)
	}
	return fractions && len(classes) > fewNumbers
}

// candidates are the columns of a file, those first that are likely to be the class.
func candidates(names []string) []string {
	likely := func(name string) int {
		at := slices.Index(usual, strings.ToLower(name))
		if at < 0 {
			return len(usual)
		}
		return at
	}
	ends := []string{names[len(names)-1], names[0]}
	byName := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return likely(name) == len(usual) })
	slices.SortStableFunc(byName, func(a, b string) int { return likely(a) - likely(b) })
	var list []string
	for _, name := range slices.Concat(byName, ends) {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
