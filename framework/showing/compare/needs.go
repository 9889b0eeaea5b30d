package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

func (c *comparison) needsDatasets() error {
	if len(c.Datasets) < 2 {
		return fmt.Errorf("it compares over datasets, and there is one, %q", c.Datasets[0])
	}
	return nil
}

func (c *comparison) needsThree() error {
	if len(c.Methods) < 3 {
		return fmt.Errorf("it compares three or more methods, and there are two; use wilcoxon")
	}
	return c.needsDatasets()
}

// needsFolds asks for folds to compare over.
func (c *comparison) needsFolds() error {
	return c.onSome(c.withoutFolds, "Tests over folds leave out %s: they need at least three folds, the same "+
		"in each repeat.")
}

// withoutFolds says why folds of a dataset cannot be compared over; nil if they can.
func (c *comparison) withoutFolds(dataset int) error {
	name, parts := c.Datasets[dataset], c.table.Parts[dataset]
	repeats, folds, whole := parts.Division()
	switch {
	case parts.TrainRows > 0 && len(parts.Units) >= stats.LeastFolds:
		return nil // any training and test parts will do
	case parts.TrainRows > 0, folds > 1 && len(parts.Units) < stats.LeastFolds:
		return fmt.Errorf("it compares over folds, at least %d, and %q has %d", stats.LeastFolds, name, len(parts.Units))
	case folds < 2:
		return fmt.Errorf("it compares over folds, and %q has none; name the fold of each value in a column "+
			"fold", name)
	case !whole:
		return fmt.Errorf("the %d repeats of %q do not have the same folds", repeats, name)
	}
	return nil
}

// onSome asks for datasets that some tests suit. Those that they do not suit are an error
// or, where tests that do not suit are left out, a remark if there are others.
func (c *comparison) onSome(unsuited func(dataset int) error, remark string) error {
	var first error
	var without []string
	for i, name := range c.Datasets {
		if err := unsuited(i); err != nil {
			without = append(without, strconv.Quote(name))
			first = cmp.Or(first, err)
		}
	}
	if len(without) == len(c.Datasets) || !c.SkipUnsuited {
		return first
	}
	remark = fmt.Sprintf(remark, wording.First(without, mostNamed))
	if len(without) > 0 && !slices.Contains(c.Remarks, remark) {
		c.note("%s", remark)
	}
	return nil
}

// needsBoth says what is missing of several datasets with folds.
func (c *comparison) needsBoth() error {
	if err := c.needsDatasets(); err != nil {
		return err
	}
	if err := c.needsFolds(); err != nil {
		return err
	}
	folded := lists.Count(lists.Range(len(c.Datasets)), func(i int) bool { return c.withoutFolds(i) == nil })
	if folded < 2 {
		return fmt.Errorf("it compares over datasets with folds, and there is one")
	}
	return nil
}

func (c *comparison) needsFiveByTwo() error {
	return c.onSome(c.notFiveByTwo, "The 5x2cv tests leave out %s: they need 5 repeats of 2 folds.")
}

// notFiveByTwo says how a dataset is divided, if not into five times two folds.
func (c *comparison) notFiveByTwo(dataset int) error {
	if repeats, folds, whole := c.table.Parts[dataset].Division(); repeats != 5 || folds != 2 || !whole {
		return fmt.Errorf("it needs 5 repeats of 2 folds, and %q has %s of %s", c.Datasets[dataset],
			wording.Count(repeats, "repeat"), wording.Count(folds, "fold"))
	}
	return nil
}

// needsHits says which value is not whether a prediction was right.
func (c *comparison) needsHits() error {
	for i, parts := range c.table.Single() {
		for j, values := range parts.Values {
			for _, v := range values {
				if v != 0 && v != 1 {
					return fmt.Errorf("it compares single predictions: each value must be 1 if a row was "+
						"predicted correctly and 0 if not, with the number of the row in the column fold; %q "+
						"has %v on %q", c.Methods[j], v, c.Datasets[i])
				}
			}
		}
		if len(parts.Units) < 2 {
			return fmt.Errorf("it compares single predictions, and %q has one row; number the rows in a column "+
				"fold",
				c.Datasets[i])
		}
	}
	if c.SmallerIsBetter && c.table.Singles == nil {
		return fmt.Errorf("its values are 1 if a row was predicted correctly and 0 if not, so larger is " +
			"better; leave smaller-is-better out")
	}
	return nil
}
