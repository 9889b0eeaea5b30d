package prepare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
)

// naming finds the columns of a stage by names: that of the class that is alone on a side,
// both sides ("a,b|c"), or a sign a class ("++-"); labels are named by themselves.
type naming struct {
	code    contract.Code // nil for labels
	labels  contract.Labelled
	classes []string // or labels
}

// newNaming returns the naming of problems, and whether these have names.
func newNaming(p contract.Problems, classes []string) (n naming, named bool) {
	switch p := p.(type) {
	case contract.Coded:
		return naming{code: p.Code, classes: classes}, true
	case contract.Labelled:
		return naming{labels: p, classes: classes}, true
	}
	return n, false
}

// find lists the columns that a name stands for: all that ask the same question, or
// several where a class stands alone in more than one.
func (n naming) find(name string) []int {
	class := slices.Index(n.classes, name)
	if n.code == nil {
		if at := slices.Index(n.labels, class); class >= 0 && at >= 0 {
			return []int{at}
		}
		return nil
	}
	if class >= 0 {
		alone := func(sign int8) []int {
			return n.where(func(column []int8) bool {
				return column[class] == sign && lists.Count(column, func(m int8) bool { return m == sign }) == 1
			})
		}
		if positive := alone(1); positive != nil {
			return positive
		}
		return alone(-1)
	}
	signs := n.signs(name)
	if signs == nil {
		return nil
	}
	if same := n.where(func(column []int8) bool { return slices.Equal(column, signs) }); same != nil {
		return same
	}
	return n.where(func(column []int8) bool {
		for k, m := range column {
			if m != -signs[k] {
				return false
			}
		}
		return true
	})
}

// where lists the columns of the code for which a condition holds, nil without any.
func (n naming) where(is func(column []int8) bool) (columns []int) {
	for l := range n.code.Columns() {
		if is(n.code.Column(l)) {
			columns = append(columns, l)
		}
	}
	return columns
}

// signs reads both sides, or a sign a class; nil if a name is neither.
func (n naming) signs(name string) []int8 {
	if signs, err := code.Signs(name).Entries(); err == nil && len(signs) == len(n.classes) {
		return signs
	}
	signs := make([]int8, len(n.classes))
	sides := strings.Split(name, "|")
	if len(sides) != 2 {
		return nil
	}
	for side, sign := range []int8{1, -1} {
		for _, class := range strings.Split(sides[side], ",") {
			k := slices.Index(n.classes, strings.TrimSpace(class))
			if k < 0 || signs[k] != 0 {
				return nil
			}
			signs[k] = sign
		}
	}
	return signs
}

// questions are the columns of a list that differ in more than which side is positive.
func (n naming) questions(columns []int) (different []int) {
	seen := map[string]bool{}
	for _, l := range columns {
		key := fmt.Sprint("label ", l)
		if n.code != nil {
			canonical, _ := code.Canonical(n.code.Column(l))
			key = string(code.SignsOf(canonical))
		}
		if !seen[key] {
			seen[key] = true
			different = append(different, l)
		}
	}
	return different
}

// longestSides is the longest name that a message shows of a column, in bytes.
const longestSides = 60

// sides names a column: by its classes, or by its signs where these are too many.
func (n naming) sides(l int) string {
	if n.code == nil {
		return n.classes[n.labels[l]]
	}
	column := n.code.Column(l)
	var of [2][]string
	for k, m := range column {
		switch {
		case m > 0:
			of[0] = append(of[0], n.classes[k])
		case m < 0:
			of[1] = append(of[1], n.classes[k])
		}
	}
	text := strings.Join(of[0], ",") + "|" + strings.Join(of[1], ",")
	if len(text) > longestSides || !slices.Equal(n.signs(text), column) {
		return string(code.SignsOf(column))
	}
	return text
}

// mostSides is how many columns a message names.
const mostSides = 20

// help says what columns there are.
func (n naming) help(name string) string {
	if n.code == nil {
		shown := lists.Map(lists.Range(min(mostSides, len(n.labels))), n.sides)
		return wording.Instead(name, shown, "The labels are")
	}
	shown := lists.Map(lists.Range(min(mostSides, n.code.Columns())), n.sides)
	return "A column is named by the class that stands alone in it, by its sides, or by its signs in class order. " +
		wording.Instead(name, shown, "There are")
}
