package experiment

import (
	"github.com/hashicorp/hcl/v2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/lists"
)

// shared returns the remarks that are made on every variant of a block to which
// the place they speak of belongs: all variants, or those with that argument of
// a grid. What some variants do without is no mistake of the block: a loss that
// only one of two decodings uses. said holds the remarks on each variant.
func shared(variants []Instance, said [][]contract.Diagnostic) diagnostic.List {
	type remark struct {
		at      hcl.Range
		summary string
	}
	made := map[remark]int{}  // on how many variants
	first := map[remark]int{} // the first of them
	for n, diags := range said {
		counted := map[remark]bool{}
		for _, d := range diags {
			r := remark{variants[n].source.Locate(d.Path), d.Summary}
			if counted[r] {
				continue
			}
			counted[r] = true
			if made[r] == 0 {
				first[r] = n
			}
			made[r]++
		}
	}
	var list diagnostic.List
	for n, diags := range said {
		for _, d := range diags {
			r := remark{variants[n].source.Locate(d.Path), d.Summary}
			if first[r] == n && made[r] == concerned(variants, d.Path, r.at) {
				list = append(list, variants[n].Diagnostic(d))
			}
		}
	}
	return list
}

// concerned counts the variants for which a path leads to a place.
func concerned(variants []Instance, path []any, at hcl.Range) int {
	return lists.Count(variants, func(v Instance) bool { return v.source.Locate(path) == at })
}
