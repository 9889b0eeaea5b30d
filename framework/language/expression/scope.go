package expression

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
)

// Scope is what expressions can refer to: roots such as var and learner, and
// the names below each.
type Scope struct {
	Context *hcl.EvalContext
	Names   map[string][]string
	known   map[string]map[string]bool // the same
	budget  *budget                    // of all evaluations
}

// NewScope returns the scope of functions and no names.
func NewScope() *Scope {
	b := forWork()
	return &Scope{
		Context: &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: boundedFunctions(b)},
		Names:   map[string][]string{},
		known:   map[string]map[string]bool{},
		budget:  b,
	}
}

// Define sets the values below a root; names lists them in file order.
func (s *Scope) Define(root string, names []string, values map[string]cty.Value) {
	s.Names[root], s.known[root] = names, map[string]bool{}
	for _, name := range names {
		s.known[root][name] = true
	}
	s.Context.Variables[root] = cty.ObjectVal(values)
}

// Extend returns a copy to which more can be defined.
func (s *Scope) Extend() *Scope {
	wider := *s
	wider.Context = &hcl.EvalContext{Variables: maps.Clone(s.Context.Variables), Functions: s.Context.Functions}
	wider.Names, wider.known = maps.Clone(s.Names), maps.Clone(s.known)
	return &wider
}

// roots returns the roots in a fixed order.
func (s *Scope) roots() []string { return slices.Sorted(maps.Keys(s.Names)) }

// DefineBlocks makes the names of the blocks of a kind known to expressions.
func (s *Scope) DefineBlocks(kind string, names []string) {
	values := map[string]cty.Value{}
	for _, name := range names {
		values[name] = cty.CapsuleVal(ReferenceType, &Block{Kind: kind, Name: name})
	}
	s.Define(kind, names, values)
}
