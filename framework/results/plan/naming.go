package plan

import "github.com/manyclass/bench/framework/contract"

// Naming is what people read in place of names, by kind and name. Names that are read as
// they are have no entry.
type Naming map[contract.Kind]map[string]string

// Of is what a name of a kind is read as.
func (n Naming) Of(kind contract.Kind, name string) string {
	if shown, has := n[kind][name]; has {
		return shown
	}
	return name
}

// Combination is a combination with other names.
func (n Naming) Combination(c Combination) Combination {
	c.Dataset = n.Of(contract.KindDataset, c.Dataset)
	c.Encoder = n.Of(contract.KindEncoder, c.Encoder)
	c.Learner = n.Of(contract.KindLearner, c.Learner)
	c.Reduction = n.Of(contract.KindReducer, c.Reduction)
	return c
}

// inverse finds names by what they are read as.
func (n Naming) inverse() Naming {
	back := Naming{}
	for kind, names := range n {
		back[kind] = make(map[string]string, len(names))
		for name, shown := range names {
			back[kind][shown] = name
		}
	}
	return back
}
