package measured

// CostNames are what Costs are, by the names of the columns of a long table.
var CostNames = []string{"train_seconds", "predict_seconds", "model_bytes", "energy_joules"}

// Costs are what a value took, in the order of CostNames; 0 where that is not known.
type Costs [4]float64
