package fold

import (
	"fmt"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// settings are the attributes of all methods; each method's schema says which
// of them it takes.
type settings struct {
	Folds    int     `json:"folds"`
	Repeats  int     `json:"repeats"`
	Test     float64 `json:"test"`
	Stratify bool    `json:"stratify"`
	Order    int     `json:"order"` // of iterative stratification: 2 for pairs of labels; else labels
	// TrainSizes are shares of the training rows; nil for all of them.
	TrainSizes []float64 `json:"train_sizes"`
}

var defaults = settings{Folds: 10, Repeats: 1, Test: 0.3, Stratify: true}

// method is one validation method.
type method struct {
	component contract.Component
	path      string // the attribute that a diagnostic on the parts points at
	// check looks for what makes the division impossible or doubtful.
	check func(s settings, u rowset, in data.Design) []contract.Diagnostic
	// divide divides the usable rows.
	divide func(s settings, u rowset, in data.Design, rng *rand.Rand) division
	// grouped says that the dataset's groups are not parted.
	grouped bool
	// uneven says that a test part may lack a class that it has room for.
	uneven bool
	// classes says that multi-label data cannot be divided.
	classes bool
}

// defaults are the settings where the block has none.
func (m method) defaults() settings {
	s := defaults
	if p := m.param("repeats"); p != nil {
		s.Repeats = int(p.Default.(float64))
	}
	return s
}

// repeats returns how often the method divides the rows: once where chance
// plays no part.
func (m method) repeats(s settings) int {
	if m.param("repeats") == nil {
		return 1
	}
	return s.Repeats
}

// OfOneRepeat is a configuration without what no fold depends on: how many
// repeats and which sizes of training parts there are beside its own, and an order that
// is the default.
func OfOneRepeat(c contract.Config) contract.Config { return contract.NewConfig(oneRepeat(c)) }

func oneRepeat(c contract.Config) map[string]any {
	values := valuesOf(c)
	delete(values, "repeats")
	delete(values, "train_sizes")
	if values["order"] == 1.0 {
		delete(values, "order")
	}
	return values
}

// Identified is the configuration that the folds depend on: that of OfOneRepeat, with the size of the part of the
// training rows that they train on, 0 for all, which does not depend on which others there are, and the digest of
// folds that a split file or a splitter gives, "" for others.
func Identified(c contract.Config, size float64, splits string) contract.Config {
	values := oneRepeat(c)
	if size > 0 {
		values["train_size"] = size
	}
	if splits != "" {
		values["splits"] = splits
	}
	return contract.NewConfig(values)
}

// Repeats is the number of repeats that a configuration says, 1 if it says none.
func Repeats(c contract.Config) int {
	if n, is := valuesOf(c)["repeats"].(float64); is {
		return int(n)
	}
	return 1
}

// valuesOf are the attributes of a configuration, those that a splitter alone knows too.
func valuesOf(c contract.Config) map[string]any {
	values := map[string]any{}
	if err := c.Decode(&values); err != nil {
		panic(fmt.Sprintf("fold: configuration %s: %v", c, err))
	}
	return values
}

// param finds an attribute of the method, nil if it has none of the name.
func (m method) param(name string) *contract.Param {
	for i := range m.component.Params {
		if p := &m.component.Params[i]; p.Name == name {
			return p
		}
	}
	return nil
}
