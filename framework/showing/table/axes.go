package table

import (
	"cmp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
)

// coordinatesOf reads the settings that axes name.
func coordinatesOf(p *plan.Plan, rows, columns, average []string) coordinates {
	c := coordinates{values: map[string]map[string]any{}, without: withoutOf(average), digits: map[string]plan.Digits{},
		named: p.NamedAs}
	for _, axis := range slices.Concat(rows, columns, average) {
		if isSetting(axis) {
			c.values[axis] = p.Values(axis)
			c.digits[axis] = digitsOf(c.values[axis])
		}
	}
	return c
}

// digitsOf are those that distinguish the numbers among values.
func digitsOf(values map[string]any) plan.Digits {
	var numbers []float64
	for _, v := range values {
		if number, is := v.(float64); is {
			numbers = append(numbers, number)
		}
	}
	return plan.DigitsOf(numbers)
}

// withoutOf are the parameters among axes, by kind.
func withoutOf(axes []string) map[string][]string {
	without := map[string][]string{}
	for _, axis := range axes {
		if kind, setting := plan.SplitAxis(axis); setting != "" {
			without[string(kind)] = append(without[string(kind)], setting)
		}
	}
	return without
}

func isSetting(axis string) bool { return strings.Contains(axis, ".") }

// member is where a score is on an axis. Names of a kind are without the parameters that
// the table averages over.
func (c coordinates) member(s score.Row, axis string) string {
	kind, setting := plan.SplitAxis(axis)
	switch {
	case axis == "class":
		return s.Class
	case setting == "":
		return plan.Rest(s.Called(kind), c.without[axis])
	}
	if v, has := c.values[axis][s.Called(kind)]; has {
		return c.digits[axis].Format(v)
	}
	return plan.NoValue
}

// name is what files call the member that a score is at on an axis.
func (c coordinates) name(s score.Row, axis string) string {
	kind, setting := plan.SplitAxis(axis)
	named := *s.Cell
	named.Combination = c.named(s.Combination)
	switch setting {
	case "":
	case plan.BlockSetting:
		return plan.BlockOf(named.Called(kind))
	default:
		if v, has := c.values[axis][s.Called(kind)]; has {
			return plan.FormatValue(v)
		}
		return plan.NoValue
	}
	s.Cell = &named
	return c.member(s, axis)
}

// rest is what lists of axes leave open of where a score is on the axis of a kind: its
// name without the settings among them.
func (c coordinates) rest(s score.Row, axis string, named ...[]string) string {
	if axis == "class" {
		return s.Class
	}
	var settings []string
	for _, other := range slices.Concat(named...) {
		if other == axis {
			return ""
		}
		if kind, setting := plan.SplitAxis(other); string(kind) == axis && setting != "" {
			settings = append(settings, setting)
		}
	}
	return plan.Rest(s.Called(contract.Kind(axis)), settings)
}

// numbered are the labels of scores on some axes.
type numbered struct {
	of     []int // the number of the label of each score
	labels []string
	names  []string   // what files call them
	parts  [][]string // of the labels, nil unless some axis is a setting
}

// number numbers the labels of scores on some axes. If some axis is a setting labels are
// sorted, each axis in order of its numbers, or else as the plan first names its members.
func (c coordinates) number(list []score.Row, axes []string) (n numbered) {
	var seen grouped.By[string, int]
	for _, s := range list {
		members := lists.Map(axes, func(axis string) string { return c.member(s, axis) })
		label := strings.Join(members, "/")
		at := seen.At(label)
		if *at == 0 {
			names := lists.Map(axes, func(axis string) string { return c.name(s, axis) })
			n.labels, n.parts = append(n.labels, label), append(n.parts, members)
			n.names = append(n.names, strings.Join(names, "/"))
			*at = len(n.labels)
		}
		n.of = append(n.of, *at-1)
	}
	if !slices.ContainsFunc(axes, isSetting) {
		n.parts = nil
		return n
	}
	order := c.order(list, axes, n.parts)
	place := make([]int, len(order))
	for at, number := range order {
		place[number] = at
	}
	return numbered{lists.Map(n.of, func(number int) int { return place[number] }), lists.Pick(n.labels, order),
		lists.Pick(n.names, order), lists.Pick(n.parts, order)}
}

// order lists the numbers of labels in their order.
func (c coordinates) order(list []score.Row, axes []string, parts [][]string) []int {
	ranks := make([]map[string]float64, len(axes))
	for i, axis := range axes {
		kind, _ := plan.SplitAxis(axis)
		ranks[i] = map[string]float64{}
		numbers := map[string]float64{}
		for _, s := range list {
			name := c.member(s, axis)
			if _, known := ranks[i][name]; !known {
				ranks[i][name] = float64(len(ranks[i]))
			}
			if v, is := c.values[axis][s.Called(kind)].(float64); is && axis != "class" {
				numbers[name] = v
			}
		}
		if delete(ranks[i], plan.NoValue); len(numbers) == len(ranks[i]) {
			ranks[i] = numbers
		}
		ranks[i][plan.NoValue] = -1
		for _, v := range ranks[i] {
			ranks[i][plan.NoValue] = min(ranks[i][plan.NoValue], v-1)
		}
	}
	order := lists.Range(len(parts))
	slices.SortStableFunc(order, func(a, b int) int {
		for i := range axes {
			if by := cmp.Compare(ranks[i][parts[a][i]], ranks[i][parts[b][i]]); by != 0 {
				return by
			}
		}
		return 0
	})
	return order
}

// shows reports whether an axis is one of the rows or columns, or averaged over.
func (g *Grid) shows(axis string) bool {
	return slices.Contains(slices.Concat(g.RowAxes, g.ColumnAxes, g.Average), axis)
}

// columnsDivide reports whether columns are members of a kind, or differ in its settings.
func (g *Grid) columnsDivide(kind string) bool {
	return slices.ContainsFunc(g.ColumnAxes, func(axis string) bool {
		of, _ := plan.SplitAxis(axis)
		return string(of) == kind
	})
}

// members returns the distinct members of an axis in a group, in order: of a kind what the
// table leaves open of it.
func (g *Grid) members(group []score.Row, axis string) []string {
	var list []string
	for _, s := range group {
		name := g.axes.member(s, axis)
		if !isSetting(axis) && !g.shows(axis) {
			name = g.axes.rest(s, axis, g.RowAxes, g.ColumnAxes, g.Average)
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// set returns those members of an axis that are values.
func (g *Grid) set(group []score.Row, axis string) []string {
	return lists.Filter(g.members(group, axis), func(name string) bool { return name != plan.NoValue })
}

// averages reports whether an entry has several members of what the table averages over.
func (g *Grid) averages(group []score.Row) bool {
	return slices.ContainsFunc(g.Average, func(axis string) bool { return len(g.members(group, axis)) > 1 })
}

// averaged is what a score is a score of among those that the table averages over.
func (g *Grid) averaged(s score.Row) string {
	return strings.Join(lists.Map(g.Average, func(axis string) string { return g.axes.member(s, axis) }), "/")
}

// valuesOf returns the values of a group, those of a repeat once; where the table averages
// over axes, the means over folds of each member.
func (g *Grid) valuesOf(group []score.Row) []float64 {
	var of grouped.By[string, []float64]
	for _, s := range group {
		if s.Defined() && !s.Again {
			list := of.At(g.averaged(s))
			*list = append(*list, s.Value)
		}
	}
	var means []float64
	for _, values := range of.All() {
		if len(g.Average) == 0 {
			return *values
		}
		means = append(means, score.SummaryOf(*values).Mean)
	}
	return means
}

// LabelOf joins the members of axes by "/".
func LabelOf(r score.Row, axes []string) string { return AveragedLabel(r, axes, nil) }

// AveragedLabel joins the members of axes, named without the parameters that are averaged
// over.
func AveragedLabel(r score.Row, axes, average []string) string {
	without := withoutOf(average)
	return strings.Join(lists.Map(axes, func(name string) string {
		return plan.Rest(member(r, name),
			without[name])
	}), "/")
}
