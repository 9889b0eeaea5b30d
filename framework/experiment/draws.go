package experiment

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/typed"
	"github.com/manyclass/bench/framework/plan"
)

// draws are the random numbers of a random search. Those of a parameter depend on the
// experiment's seed, its name, and the place of its object in a listed grid, and on
// nothing else: not on other parameters, other blocks, or the number of draws.
type draws struct {
	seed  uint64
	n     int
	place []string
}

// of are the draws of an object of a listed grid; nil of nil.
func (d *draws) of(object int) *draws {
	if d == nil {
		return nil
	}
	return &draws{d.seed, d.n, []string{fmt.Sprint(object)}}
}

// stream is where what is called by a name is drawn from.
func (d *draws) stream(name string) *rand.Rand {
	return rand.New(rand.NewPCG(plan.Seed(d.seed, append([]string{"draws", name}, d.place...)...), 0))
}

// drawAll decodes the draws from a distribution as the values of an attribute. Its
// bounds are checked first: what lies between them is as right as they are.
func (b *binder) drawAll(attr *attribute, v cty.Value, p contract.Param, kind cty.Type, d *draws) bool {
	from := v.EncapsulatedValue().(*expression.Distribution)
	expr, rng := attr.exprs[0], d.stream(p.Name)
	values := []cty.Value{cty.NumberFloatVal(from.Lo), cty.NumberFloatVal(from.Hi)}
	for range d.n {
		values = append(values, cty.NumberFloatVal(from.Draw(rng)))
	}
	for _, value := range values {
		decoded, ok := b.decode(value, p, kind, expr, typed.Hints{})
		if !ok {
			return false
		}
		attr.values = append(attr.values, decoded)
	}
	attr.values, attr.drawn = attr.values[2:], true
	attr.exprs = slices.Repeat([]hclsyntax.Expression{expr}, d.n)
	return true
}

// sampled makes the candidates of a random search: n of all combinations where these are
// listed, each at most once, else n independent draws, of which equal ones are one. Of a
// listed grid each draw takes one object.
func (d *draws) sampled(factors []factor, lines [][]factor) [][]setting {
	if len(lines) == 0 {
		lines = [][]factor{nil}
	}
	isDrawn := func(f factor) bool { return f.drawn }
	anyDrawn := slices.ContainsFunc(factors, isDrawn) ||
		slices.ContainsFunc(lines, func(line []factor) bool { return slices.ContainsFunc(line, isDrawn) })
	if !anyDrawn {
		if all, few := everyCombination(factors, lines); few {
			d.stream("").Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			return all[:min(d.n, len(all))]
		}
	}
	return d.independent(factors, lines)
}

// everyCombination lists all combinations, unless they are more than a block may have.
func everyCombination(factors []factor, lines [][]factor) (all [][]setting, few bool) {
	for _, line := range lines {
		joined := slices.Concat(factors, line)
		n := countCombinations(joined, expression.MaxVariants)
		if len(all)+n > expression.MaxVariants {
			return nil, false
		}
		for i := range n {
			all = append(all, combination(joined, i))
		}
	}
	return all, true
}

// independent draws candidates one by one.
func (d *draws) independent(factors []factor, lines [][]factor) (all [][]setting) {
	seen := map[string]bool{}
	which := d.stream("")
	streams := map[string]*rand.Rand{}
	for i := range d.n {
		at := which.IntN(len(lines))
		var candidate []setting
		for n, f := range slices.Concat(factors, lines[at]) {
			pick := i
			if !f.drawn {
				from := d
				if n >= len(factors) {
					from = d.of(at)
				}
				key := fmt.Sprint(from.place, f.options[0][0].name)
				if streams[key] == nil {
					streams[key] = from.stream(f.options[0][0].name)
				}
				pick = streams[key].IntN(len(f.options))
			}
			candidate = append(candidate, f.options[pick]...)
		}
		if text := settingsText(candidate); !seen[text] {
			seen[text] = true
			all = append(all, candidate)
		}
	}
	return all
}
