package store

// Search is how the candidates of a tuned cell did.
type Search struct {
	Metric     string   `json:"metric"`
	Parameters []string `json:"parameters"`
	Rows       []int    `json:"rows"` // of each round: the training rows of the fold that are used
	// Resource is the parameter whose amount is another in each round; empty where rows are.
	Resource string    `json:"resource,omitempty"`
	Amounts  []float64 `json:"amounts,omitempty"`
	Trials   []Trial   `json:"trials"`
}

// Trial is one candidate.
type Trial struct {
	Values []any `json:"values"` // of the parameters; nil for one that the candidate does not have
	// Means holds the mean of the metric over inner folds for each round that the
	// candidate took part in; nil where it failed or has no value.
	Means []*float64 `json:"means"`
}
