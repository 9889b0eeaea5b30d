package experiment_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/experiment"
)

// A file is parsed first; then it is bound to the components that it may name, which
// plugins describe.
func ExampleParse() {
	dir, _ := os.MkdirTemp("", "example")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "glass.hcl")
	_ = os.WriteFile(path, []byte(`
variable "strengths" { default = [0.1, 1] }

dataset "glass" { file = "glass.csv" }
learner "svm" "svm" { C = grid(var.strengths...) }
reduction "one_vs_rest" "ova" {}
`), 0o600)

	file, diags := experiment.Parse(path, map[string]string{"strengths": "[1, 10, 100]"})
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	binary := contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin}
	e, diags := file.Bind(experiment.Catalog{Components: []contract.Component{
		{Kind: contract.KindDataset, Name: "dataset", Params: []contract.Param{{Name: "file", Type: contract.PathType}}},
		{Kind: contract.KindEncoder, Name: "one_hot", BuiltIn: true},
		{Kind: contract.KindLearner, Name: "svm", Params: []contract.Param{{Name: "C", Type: "number", Default: 1.0}},
			Capabilities: binary},
		{Kind: contract.KindReducer, Name: "one_vs_rest", Capabilities: binary},
		{Kind: contract.KindValidation, Name: "stratified_kfold", BuiltIn: true},
		{Kind: contract.KindMetric, Name: "accuracy", BuiltIn: true},
	}})
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	fmt.Println(e.Name)
	for _, c := range e.Combinations {
		fmt.Println(c.Dataset.Name, c.Encoder.Name, c.Learner.Name, c.Reduction.Name, string(c.Learner.Config))
	}
	// Output:
	// glass
	// glass one_hot svm[C=1] ova {"C":1}
	// glass one_hot svm[C=10] ova {"C":10}
	// glass one_hot svm[C=100] ova {"C":100}
}
