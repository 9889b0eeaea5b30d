// Package fold divides the rows of a dataset into training and test parts. It
// is pure: the same labels, configuration and seed give the same parts, on any
// machine and in any order of work.
package fold

import (
	"slices"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// Make divides the rows by a validation method (a name among Components). The
// configuration is complete or takes the defaults of the schema. Each repeat
// has a random stream of its own, made from the seed and the number of the
// repeat, so that asking for more repeats changes none of the first.
//
// With an error among the diagnostics there are no repeats. Paths lead into the
// validation block. An unknown method is a caller's bug and panics.
func Make(method string, cfg contract.Config, in data.Design, seed uint64) ([]Repeat, []contract.Diagnostic) {
	m := find(method)
	s := m.defaults()
	if err := cfg.Decode(&s); err != nil {
		return nil, []contract.Diagnostic{contract.Errorf(nil, "Bad validation settings", "%v.", err)}
	}
	if m.classes && in.Target.MultiLabel {
		return nil, []contract.Diagnostic{contract.Errorf([]any{"method"}, "Multi-label data cannot be stratified by class",
			"%s needs one class a row. Write method = \"iterative_stratification\" in validation, which divides the rows of "+
				"every label evenly.", m.component.Name)}
	}
	u := usable(in)
	defer u.free()
	diags := append(m.check(s, u, in), checkRepeats(m.repeats(s), in)...)
	if contract.FirstError(diags) != nil {
		return nil, diags
	}
	repeats := m.all(s, u, in, seed)
	diags = append(diags, m.inspect(repeats, in)...)
	if contract.FirstError(diags) == nil {
		diags = slices.Concat(diags, m.checkGiven(s, repeats, in), checkSizes(s, repeats, in))
	}
	if contract.FirstError(diags) != nil {
		return nil, diags
	}
	return repeats, diags
}

// all are the repeats, each with a random stream of its own, or those of a split file.
func (m method) all(s settings, u rowset, in data.Design, seed uint64) []Repeat {
	if m.given(in) {
		return givenRepeats(in)
	}
	repeats := make([]Repeat, 0, 1)
	for r := range max(1, m.repeats(s)) {
		divided := m.divide(s, u, in, stream(seed, r))
		repeat := divided.spread(len(in.Truth.Class), u.rows)
		mapped.Free(divided.tests)
		if m.grouped {
			repeat.Group = in.GroupOf
		}
		repeats = append(repeats, repeat)
	}
	return repeats
}

// Given identifies the folds of a split file, where a method takes these; else it is "".
func Given(method string, in data.Design) string {
	if !find(method).given(in) {
		return ""
	}
	return in.Splits.SHA256
}

// Follow divides the rows as splits say, whatever else the dataset says of its division.
// The configuration is that of the splitter that made them. Paths lead into its block.
func Follow(s *data.Splits, cfg contract.Config, in data.Design) ([]Repeat, []contract.Diagnostic) {
	in.Splits, in.Part, in.FoldOf = s, nil, nil
	own := map[string]any{}
	if sizes := valuesOf(cfg)[contract.TrainSizes.Name]; sizes != nil {
		own[contract.TrainSizes.Name] = sizes
	}
	if diags := find(Predefined).component.Check(contract.NewConfig(own)); contract.FirstError(diags) != nil {
		return nil, diags
	}
	return Make(Predefined, contract.NewConfig(own), in, 0)
}
