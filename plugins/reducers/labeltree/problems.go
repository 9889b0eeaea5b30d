package labeltree

import (
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// columns says which column of scores is of each node of some trees: of the root of rows with
// labels one in front; of a family one for each child, in the order of trees and families.
// Where rows have one class, two children ask the same, and share a column.
type columns struct {
	of       [][]int  // of each node of each tree; none for a root that is every row's
	mirrored [][]bool // whether the column is that of the other child
	count    int
}

// none is the column of a node that has none, since it is every row's.
const none = -1

// columnsOf numbers the columns of trees. Rooted says that the roots, which are all alike, have
// one; shared that two children share theirs.
func columnsOf(trees []Tree, rooted, shared bool) columns {
	var c columns
	root := none
	if rooted {
		root, c.count = 0, 1
	}
	for _, t := range trees {
		of, mirrored := make([]int, len(t.Parents)), make([]bool, len(t.Parents))
		of[0] = root
		for _, f := range t.families() {
			for node := f.from; node < f.to; node++ {
				of[node] = c.count
				if shared && f.to-f.from == 2 {
					mirrored[node] = node > f.from
				} else {
					c.count++
				}
			}
			if shared && f.to-f.from == 2 {
				c.count++
			}
		}
		c.of, c.mirrored = append(c.of, of), append(c.mirrored, mirrored)
	}
	return c
}

// code is that of the columns, for k classes: a class is positive in the column of each node
// above it, negative in those of the siblings of these, and left out of all others.
func (c columns) code(trees []Tree, k int) contract.Dense {
	code := make(contract.Dense, k)
	for class := range code {
		code[class] = make([]int8, c.count)
	}
	for at, t := range trees {
		siblings := make([]family, len(t.Parents))
		for _, f := range t.families() {
			for node := f.from; node < f.to; node++ {
				siblings[node] = f
			}
		}
		for class, node := range t.leaves(k) {
			for ; node > 0; node = t.Parents[node] {
				c.enter(code[class], at, node, siblings[node])
			}
		}
	}
	return code
}

// enter writes the entries of a class below a node in the columns of the node's family.
func (c columns) enter(row []int8, tree, node int, f family) {
	for sibling := f.from; sibling < f.to; sibling++ {
		switch l := c.of[tree][sibling]; {
		case c.mirrored[tree][sibling]:
		case sibling == node:
			row[l] = 1
		default:
			row[l] = -1
		}
	}
}

// mostValues is how many targets a stage has, unless one family has more.
const mostValues = 1 << 22

// rowsBelow lists the rows (n × k) that have a label below each node of a tree.
func rowsBelow(t Tree, y []int8, k int) [][]int {
	rows, leaves := make([][]int, len(t.Parents)), t.leaves(k)
	for i := range len(y) / k {
		for label, has := range y[i*k : (i+1)*k] {
			if has == 0 {
				continue
			}
			for node := leaves[label]; node >= 0; node = t.Parents[node] {
				if last := len(rows[node]) - 1; last >= 0 && rows[node][last] == i {
					break // and so has all above it
				}
				rows[node] = append(rows[node], i)
			}
		}
	}
	return rows
}

// asked are the problems of consecutive families of a tree: the rows that have a label below
// one of the parents, and a column for each child: 1 where a row has a label below the child,
// −1 where it has others below the parent, and else 0. It takes as many families as mostValues
// allows, one at least, and returns how many these are.
func asked(list []family, rows [][]int, n int) (p contract.Targeted, taken int, err error) {
	union, width := make([]bool, n), 0
	count := 0
	for ; taken < len(list); taken++ {
		f := list[taken]
		more := lists.Count(rows[f.parent], func(i int) bool { return !union[i] })
		if taken > 0 && (count+more)*(width+f.to-f.from) > mostValues {
			break
		}
		count, width = count+more, width+f.to-f.from
		for _, i := range rows[f.parent] {
			union[i] = true
		}
	}
	if err := step.CheckTargets(count, width, "write a smaller leaf or arity"); err != nil {
		return p, 0, err
	}
	return targets(list[:taken], rows, union, width), taken, nil
}

// targets fills in the problems of families for the rows of a set.
func targets(list []family, rows [][]int, union []bool, width int) contract.Targeted {
	numbers := lists.Filter(lists.Range(len(union)), func(i int) bool { return union[i] })
	if len(numbers) == 0 {
		numbers = []int{0} // no row has any of the labels: it is left out of all problems
	}
	place := make([]int, len(union))
	for at, i := range numbers {
		place[i] = at
	}
	values := contract.Matrix{Rows: len(numbers), Cols: width, Data: make([]float64, len(numbers)*width)}
	column := 0
	for _, f := range list {
		for _, i := range rows[f.parent] {
			row := values.Row(place[i])[column : column+f.to-f.from]
			for j := range row {
				row[j] = -1
			}
		}
		for node := f.from; node < f.to; node++ {
			for _, i := range rows[node] {
				values.Row(place[i])[column] = 1
			}
			column++
		}
	}
	return contract.Targeted{Task: contract.Binary, Values: values, Rows: numbers}
}

// anyLabel is the problem of the roots: whether a row has a label.
func anyLabel(rows []int, n int) contract.Targeted {
	values := contract.Matrix{Rows: n, Cols: 1, Data: slices.Repeat([]float64{-1}, n)}
	for _, i := range rows {
		values.Data[i] = 1
	}
	return contract.Targeted{Task: contract.Binary, Values: values}
}
