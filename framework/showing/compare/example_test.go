package compare_test

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// Two methods on six datasets: Wilcoxon's test is chosen, since nothing else is asked for.
func ExampleCompare() {
	scores := `dataset,svm,tree
iris,0.97,0.94
glass,0.72,0.68
vowel,0.88,0.80
wine,0.98,0.93
yeast,0.59,0.52
letter,0.95,0.86
`
	table, err := measured.ReadCSV("scores.csv", []byte(scores), measured.Reading{})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := compare.Compare(table, significance.Options{Level: 0.05})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range result.Rows {
		if row.Test == "wilcoxon" {
			fmt.Printf("%s against %s: p = %.4f, better: %s\n", row.A, row.B, row.P, row.Better)
		}
	}
	first, _, _ := strings.Cut(result.Paragraph(), ".")
	fmt.Println(first + ".")
	// Output:
	// svm against tree: p = 0.0312, better: svm
	// This comparison is of svm and tree on 6 datasets by their values; larger is better.
}
