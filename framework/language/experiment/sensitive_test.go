package experiment

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Costs and thresholds cannot both say which class is predicted.
func TestPredictedTwice(t *testing.T) {
	catalog := codeCatalog()
	for i := range catalog.Components {
		if catalog.Components[i].Name == "ecoc" {
			catalog.Components[i].Params = append(catalog.Components[i].Params,
				contract.Param{Name: "thresholds", Type: "map(number)", Doc: "Thresholds."})
			catalog.Components[i].Capabilities.Probabilities = []contract.ScoreKind{contract.LogOdds, contract.Margin}
		}
	}
	for text, want := range map[string][]string{
		`predict = "cost"`:                           nil,
		`thresholds = { a = 1 }`:                     nil,
		"predict = \"cost\"\nthresholds = { a = 1 }": {"Two attributes say which class is predicted"},
	} {
		if got := summaries(withCode("code = \"dense_random\"\n"+text, ""), nil, catalog); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
