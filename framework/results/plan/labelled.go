package plan

import (
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// Naming says what names are read as: blocks by their labels, and variants with as many
// digits of their numbers as distinguish them. No two names of a kind are read alike.
func (p *Plan) Naming() Naming {
	n := Naming{}
	for _, kind := range []contract.Kind{contract.KindDataset, contract.KindEncoder, contract.KindLearner,
		contract.KindReducer} {
		names := map[string]bool{}
		var blocks grouped.By[string, []string]
		for i := range p.Cells {
			if name := p.Cells[i].Called(kind); !names[name] {
				names[name] = true
				list := blocks.At(BlockOf(name))
				*list = append(*list, name)
			}
		}
		for block, variants := range blocks.All() {
			for i, short := range shortened(*variants) {
				if label, has := p.Labels[kind][block]; has {
					short = label + strings.TrimPrefix(short, block)
				}
				if name := (*variants)[i]; short != name {
					if n[kind] == nil {
						n[kind] = map[string]string{}
					}
					n[kind][name] = short
				}
			}
		}
	}
	return n
}

// Labelled is the plan with what people read in the place of names, and the plan itself where
// that is the same. Its tables and comparisons name columns as before: see NamedAs.
func (p *Plan) Labelled() (*Plan, Naming) {
	n := p.Naming()
	if len(n) == 0 {
		return p, n
	}
	labelled := *p
	labelled.names = n.inverse()
	labelled.Cells = lists.Map(p.Cells, func(c Cell) Cell {
		c.Combination = n.Combination(c.Combination)
		return c
	})
	labelled.Datasets = lists.Map(p.Datasets, func(d Dataset) Dataset {
		d.Name = n.Of(contract.KindDataset, d.Name)
		return d
	})
	labelled.Weights = nil
	for name, weights := range p.Weights {
		if labelled.Weights == nil {
			labelled.Weights = map[string][]float64{}
		}
		labelled.Weights[n.Of(contract.KindDataset, name)] = weights
	}
	labelled.Tables = lists.Map(p.Tables, func(t Table) Table {
		t.Without = lists.Map(t.Without, n.Combination)
		return t
	})
	return &labelled, n
}

// NamedAs is the name that files have for a combination: of a labelled plan the one before.
func (p *Plan) NamedAs(c Combination) Combination { return p.names.Combination(c) }

// NameOf is NamedAs for what a name of a kind is read as.
func (p *Plan) NameOf(kind contract.Kind, shown string) string { return p.names.Of(kind, shown) }

// shortened are the names of the variants of a block with the shortest numbers that tell
// them apart.
func shortened(variants []string) []string {
	values := map[string][]float64{} // by parameter
	for _, name := range variants {
		eachNumber(name, func(parameter string, v float64) (string, bool) {
			values[parameter] = append(values[parameter], v)
			return "", false
		})
	}
	short := map[string]Digits{}
	for parameter, list := range values {
		short[parameter] = DigitsOf(list)
	}
	return lists.Map(variants, func(name string) string {
		return eachNumber(name, func(parameter string, v float64) (string, bool) { return short[parameter].text(v) })
	})
}

// eachNumber is the name of a variant with other texts of its numbers, where do has one.
func eachNumber(name string, do func(parameter string, value float64) (string, bool)) string {
	block, settings, is := strings.Cut(name, "[")
	if !is {
		return name
	}
	list := lists.Map(split(strings.TrimSuffix(settings, "]")), func(setting string) string {
		parameter, text, _ := strings.Cut(setting, "=")
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			if other, has := do(parameter, v); has {
				return parameter + "=" + other
			}
		}
		return setting
	})
	return block + "[" + strings.Join(list, ",") + "]"
}
