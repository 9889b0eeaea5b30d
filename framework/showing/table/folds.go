package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/score"
)

// mostOfFolds is how many datasets with one number of folds are named.
const mostOfFolds = 5

// foldsRemark says how many folds each dataset has, those of all repeats counted, where
// datasets have different numbers of them; "" elsewhere, and of values that are pooled.
func foldsRemark(list []score.Row) string {
	type place struct{ repeat, fold int }
	var places grouped.By[string, map[place]bool]
	for _, r := range list {
		if r.Pooled {
			return ""
		}
		of := places.At(r.Dataset)
		if *of == nil {
			*of = map[place]bool{}
		}
		(*of)[place{r.Repeat, r.Fold}] = true
	}
	datasets := map[int][]string{}
	var numbers []int
	for dataset, of := range places.All() {
		n := len(*of)
		if datasets[n] == nil {
			numbers = append(numbers, n)
		}
		datasets[n] = append(datasets[n], dataset)
	}
	if len(numbers) < 2 {
		return ""
	}
	slices.Sort(numbers)
	parts := lists.Map(numbers, func(n int) string {
		return fmt.Sprintf("%s (%s)", wording.Count(n, "fold"), wording.First(datasets[n], mostOfFolds))
	})
	return fmt.Sprintf("Datasets are divided in different ways, all repeats counted: %s.", strings.Join(parts, ", "))
}
