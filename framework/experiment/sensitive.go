package experiment

import "github.com/manyclass/bench/framework/contract"

// Sensitive is what a reduction does by the costs of the dataset.
type Sensitive struct {
	// LeastCost says that the class of least expected cost is predicted, whatever the
	// decoder says (predict = "cost").
	LeastCost bool
	// ClassWeight says that in problems of classes rows weigh what mistakes on them cost
	// (class_weight = "cost").
	ClassWeight bool
}

// The attributes of Sensitive and what they say.
const (
	predictName     = "predict"
	classWeightName = "class_weight"
	byCost          = "cost"
	byDecoder       = "decoder"
	equalWeights    = "none"
)

// thresholdsName is the attribute of reducers that says, too, which class is predicted.
const thresholdsName = "thresholds"

// predictsTwice reports whether a reduction says in two ways which class is predicted.
func (i *Instance) predictsTwice() bool {
	return i.Host.LeastCost && i.Values()[thresholdsName] != nil
}

// ReductionParams are the attributes of every reduction block that bench obeys itself.
func ReductionParams() []contract.Param {
	return []contract.Param{
		{Name: predictName, Type: "string", OneOf: []string{byDecoder, byCost},
			Doc: "What is predicted: the class that the decoder chooses (decoder, if not written), or by its probabilities the " +
				"class of least expected cost, argmin_j Σ_i p_i c_ij with the costs of the dataset (Elkan 2001)."},
		{Name: classWeightName, Type: "string", OneOf: []string{equalWeights, byCost},
			Doc: "What rows weigh in problems of classes: all the same (none, if not written), or by the costs of the dataset: " +
				"see [costs](#costs)."},
		{Name: ColumnsName, Type: contract.LearnersType,
			Doc: "Learners of columns, each a binary problem of the first stage, by class, sides or signs of the column, or by label: " +
				"see [a learner for each column](#a-learner-for-each-column). The others are the cell's own learner's."},
	}
}

// ByCost is an attribute by which the reduction goes by costs, or "".
func (s Sensitive) ByCost() string {
	switch {
	case s.LeastCost:
		return predictName
	case s.ClassWeight:
		return classWeightName
	}
	return ""
}

// set adds what is not the default to the settings of a block.
func (s Sensitive) set(values map[string]any) {
	if s.LeastCost {
		values[predictName] = byCost
	}
	if s.ClassWeight {
		values[classWeightName] = byCost
	}
}

// written adds the values of all attributes to the settings of a block.
func (s Sensitive) written(values map[string]any) {
	values[predictName], values[classWeightName] = byDecoder, equalWeights
	s.set(values)
}

// obeyedOf are the attributes of a kind of blocks that bench obeys and blocks vary in.
func obeyedOf(kind contract.Kind) []contract.Param {
	if kind == contract.KindReducer {
		return ReductionParams()
	}
	return nil
}

// obey takes the attributes that bench obeys out of the configuration of a reduction.
func (i *Instance) obey() {
	values := i.Values()
	i.Host.LeastCost, i.Host.ClassWeight = values[predictName] == byCost, values[classWeightName] == byCost
	if written, ok := values[ColumnsName].(map[string]any); ok {
		i.columns = map[string]string{}
		for column, name := range written {
			i.columns[column], _ = name.(string)
		}
	}
	for _, p := range ReductionParams() {
		delete(values, p.Name)
	}
	i.Config = contract.NewConfig(values)
}
