package encode

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// kind is a type of encoder: what users write in a block, and the settings that it is read
// into. Its description is NAME.md in the folder docs.
type kind struct {
	contract.Component
	settings func() settings
}

// settings are the attributes of a type of encoder, and what it makes of categorical
// columns by them. Each type has settings of its own, which embed attributes.
type settings interface {
	// common returns the attributes that several types take.
	common() *attributes
	// check checks what attributes say together, and sets defaults that depend on others.
	check() []contract.Diagnostic
	// takes refuses tables.
	takes(t *data.Table) error
	// fit returns what appends the features of the categorical columns, and of their pairs, one by one.
	fit(b *builder) func(v variable)
	// most returns how many features the type makes of a variable at most, and how many of
	// them are not zero in a row; outcomes is the number of classes or labels.
	most(v variable, outcomes int) (width, nonzero int)
	// mostShared is how many features all variables share.
	mostShared() int
}

// ofNumbers are the settings of types that do not scale numeric columns.
type ofNumbers interface {
	// number appends the features of a numeric column, given its values in the training
	// rows, imputed where they are missing.
	number(b *builder, n *number, values []float64)
	// mostOfNumber is most for a numeric column.
	mostOfNumber() (width, nonzero int)
}

// ofAll are the settings of types that make features of all columns together.
type ofAll interface {
	// add appends the features.
	add(b *builder) error
	// mostOf is most for all columns of a table.
	mostOf(t *data.Table) (width, nonzero int)
	// refitted reports whether the matrices of folds differ, whatever the columns.
	refitted(t *data.Table) bool
}

// attributes are those that several types take. Which of them a type takes is said by its
// Params.
type attributes struct {
	Numeric   string    `json:"numeric"` // "" for what suits the table
	Range     []float64 `json:"range"`
	Impute    string    `json:"impute"`
	Indicator bool      `json:"indicator"`
	Columns   []string  `json:"columns"` // nil means all
	Pairs     bool      `json:"pairs"`
	grouping
	holding
	rest   []string // columns that are left out where Columns is nil: other parts of a composed encoder name them
	suffix string   // of features that are not called by a column
}

// The answers of most types to what settings are asked.

func (a *attributes) common() *attributes                   { return a }
func (*attributes) check() []contract.Diagnostic            { return nil }
func (*attributes) takes(*data.Table) error                 { return nil }
func (*attributes) most(variable, int) (width, nonzero int) { return 1, 1 }
func (*attributes) mostShared() int                         { return 0 }

// perClass are the attributes of types that make a feature of each class.
type perClass struct{ attributes }

func (*perClass) most(_ variable, outcomes int) (width, nonzero int) { return outcomes, outcomes }

// selected returns the columns of a table that the encoder takes, in file order.
func (a *attributes) selected(t *data.Table) ([]int, error) {
	for _, name := range a.Columns {
		if !slices.ContainsFunc(t.Columns, func(c data.Column) bool { return c.Name == name }) {
			return nil, fmt.Errorf("columns names %q, and there is no such feature column; there are %s", name,
				wording.Names(lists.Map(t.Columns, func(c data.Column) string { return c.Name })))
		}
	}
	return lists.Filter(lists.Range(len(t.Columns)), func(i int) bool {
		if a.Columns == nil {
			return !slices.Contains(a.rest, t.Columns[i].Name)
		}
		return slices.Contains(a.Columns, t.Columns[i].Name)
	}), nil
}

// checkCommon checks the attributes that several types take, and sets their defaults.
func (a *attributes) checkCommon() []contract.Diagnostic {
	return slices.Concat(a.checkRange(), a.checkColumns(), a.checkUnseen(), a.checkHolding())
}

// checkRange checks that range is valid and is used.
func (a *attributes) checkRange() []contract.Diagnostic {
	if a.Range == nil {
		a.Range = []float64{0, 1}
		return nil
	}
	if len(a.Range) != 2 || !(a.Range[0] < a.Range[1]) || !isFinite(a.Range[1]-a.Range[0]) {
		return []contract.Diagnostic{contract.Errorf([]any{"range"}, "range must be two numbers, the smaller one first",
			"Write for example range = [0, 1].")}
	}
	if a.Numeric != "minmax" {
		return []contract.Diagnostic{contract.Warningf([]any{"range"}, "range is used with numeric = \"minmax\" only",
			"Remove it, or write numeric = \"minmax\".")}
	}
	return nil
}

func (a *attributes) checkColumns() []contract.Diagnostic {
	if a.Columns != nil && len(a.Columns) == 0 {
		return []contract.Diagnostic{contract.Errorf([]any{"columns"}, "columns is empty",
			"Name the columns that become features, or leave the attribute out for all of them.")}
	}
	var diags []contract.Diagnostic
	for i, name := range a.Columns {
		if slices.Contains(a.Columns[:i], name) {
			diags = append(diags, contract.Errorf([]any{"columns", i}, fmt.Sprintf("column %q is named twice", name),
				"Remove one of them."))
		}
	}
	return diags
}

func (a *attributes) checkUnseen() []contract.Diagnostic {
	if a.Unseen == "rare" && a.RareBelow == 0 {
		return []contract.Diagnostic{contract.Errorf([]any{"unseen"}, "without rare_below there are no rare values to join",
			"Write for example rare_below = 5.")}
	}
	if a.Unseen == "" && a.RareBelow > 0 {
		a.Unseen = "rare"
	}
	return nil
}

func (a *attributes) checkHolding() []contract.Diagnostic {
	diags := exclusive("Training rows are counted in one way.", written{"folds", a.Folds > 0},
		written{"in_sample", a.InSample}, written{"leave_one_out", a.LeaveOneOut})
	if a.Folds == 0 {
		a.Folds = 5
	}
	return diags
}

// written says whether an attribute is.
type written struct {
	name string
	is   bool
}

// exclusive refuses more than one of several attributes.
func exclusive(what string, attributes ...written) []contract.Diagnostic {
	names := lists.Filter(attributes, func(a written) bool { return a.is })
	if len(names) < 2 {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{names[1].name},
		fmt.Sprintf("%s and %s are mutually exclusive", names[0].name, names[1].name), "%s", what)}
}
