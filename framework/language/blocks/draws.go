package blocks

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/typed"
	"github.com/manyclass/bench/framework/results/plan"
)

// Draws are the random numbers of a random search. Those of a parameter depend on the
// experiment's seed, its name, and the place of its object in a listed grid, and on
// nothing else: not on other parameters, other blocks, or the number of draws.
type Draws struct {
	Seed  uint64
	N     int
	place []string
}

// of are the draws of an object of a listed grid; nil of nil.
func (d *Draws) of(object int) *Draws {
	if d == nil {
		return nil
	}
	return &Draws{d.Seed, d.N, []string{fmt.Sprint(object)}}
}

// stream is where what is called by a name is drawn from.
func (d *Draws) stream(name string) *rand.Rand {
	return rand.New(rand.NewPCG(plan.Seed(d.Seed, append([]string{"draws", name}, d.place...)...), 0))
}

// DrawAll decodes the draws from a distribution as the values of an attribute. Its
// bounds are checked first: what lies between them is as right as they are.
func (r *Reader) DrawAll(attr *Attribute, v cty.Value, p contract.Param, kind cty.Type, d *Draws) bool {
	from := v.EncapsulatedValue().(*expression.Distribution)
	expr, rng := attr.Exprs[0], d.stream(p.Name)
	values := []cty.Value{cty.NumberFloatVal(from.Lo), cty.NumberFloatVal(from.Hi)}
	for range d.N {
		values = append(values, cty.NumberFloatVal(from.Draw(rng)))
	}
	for _, value := range values {
		decoded, ok := r.Decode(value, p, kind, expr, typed.Hints{})
		if !ok {
			return false
		}
		attr.Values = append(attr.Values, decoded)
	}
	attr.Values, attr.Drawn = attr.Values[2:], true
	attr.Exprs = slices.Repeat([]hclsyntax.Expression{expr}, d.N)
	return true
}

// Sampled makes the candidates of a random search: n of all combinations where these are
// listed, each at most once, else n independent draws, of which equal ones are one. Of a
// listed grid each draw takes one object.
func (d *Draws) Sampled(factors []Factor, lines [][]Factor) [][]Setting {
	if len(lines) == 0 {
		lines = [][]Factor{nil}
	}
	isDrawn := func(f Factor) bool { return f.Drawn }
	anyDrawn := slices.ContainsFunc(factors, isDrawn) ||
		slices.ContainsFunc(lines, func(line []Factor) bool { return slices.ContainsFunc(line, isDrawn) })
	if !anyDrawn {
		if all, few := everyCombination(factors, lines); few {
			d.stream("").Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			return all[:min(d.N, len(all))]
		}
	}
	return d.independent(factors, lines)
}

// everyCombination lists all combinations, unless they are more than a block may have.
func everyCombination(factors []Factor, lines [][]Factor) (all [][]Setting, few bool) {
	for _, line := range lines {
		joined := slices.Concat(factors, line)
		n := CountCombinations(joined, expression.MaxVariants)
		if len(all)+n > expression.MaxVariants {
			return nil, false
		}
		for i := range n {
			all = append(all, Combination(joined, i))
		}
	}
	return all, true
}

// independent draws candidates one by one.
func (d *Draws) independent(factors []Factor, lines [][]Factor) (all [][]Setting) {
	seen := map[string]bool{}
	which := d.stream("")
	streams := map[string]*rand.Rand{}
	for i := range d.N {
		at := which.IntN(len(lines))
		var candidate []Setting
		for n, f := range slices.Concat(factors, lines[at]) {
			pick := i
			if !f.Drawn {
				from := d
				if n >= len(factors) {
					from = d.of(at)
				}
				key := fmt.Sprint(from.place, f.Options[0][0].Name)
				if streams[key] == nil {
					streams[key] = from.stream(f.Options[0][0].Name)
				}
				pick = streams[key].IntN(len(f.Options))
			}
			candidate = append(candidate, f.Options[pick]...)
		}
		if text := SettingsText(candidate); !seen[text] {
			seen[text] = true
			all = append(all, candidate)
		}
	}
	return all
}
