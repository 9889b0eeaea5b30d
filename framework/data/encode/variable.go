package encode

import (
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data"
)

// variable is a categorical column of a table, or a pair of them, whose values
// are the pairs of values. Its values are numbered: those of a column by level,
// a missing one after the last level; those of a pair first value by first
// value.
type variable struct {
	first, second int      // columns of the table; second is −1 if there is one only
	name          string   // "col", or "a&b"
	width         int      // values of the second column, the missing one included
	size          int      // values in all
	hashes        []uint32 // of the values, where they were asked for and are not too many
}

func newVariable(t *data.Table, column int) variable {
	c := &t.Columns[column]
	return variable{first: column, second: -1, name: c.Name, width: 1, size: len(c.Levels) + 1}
}

// pairs returns the pairs of the categorical ones of some columns, in order.
func pairs(t *data.Table, columns []int) []variable {
	var list []variable
	for n, i := range columns {
		for _, j := range columns[n+1:] {
			if t.Columns[i].Kind == data.Categorical && t.Columns[j].Kind == data.Categorical {
				one, two := newVariable(t, i), newVariable(t, j)
				list = append(list, variable{first: i, second: j, name: one.name + "&" + two.name, width: two.size,
					size: one.size * two.size})
			}
		}
	}
	return list
}

// at returns the number of the value in a row.
func (v *variable) at(t *data.Table, row int) int {
	value := levelAt(&t.Columns[v.first], row)
	if v.second >= 0 {
		value = value*v.width + levelAt(&t.Columns[v.second], row)
	}
	return value
}

func levelAt(c *data.Column, row int) int {
	if code := c.Codes[row]; code >= 0 {
		return int(code)
	}
	return len(c.Levels)
}

// missing reports whether a value is missing, or one of a pair's two.
func (v *variable) missing(t *data.Table, value int) bool {
	if v.second < 0 {
		return value == len(t.Columns[v.first].Levels)
	}
	return value%v.width == v.width-1 || value/v.width == len(t.Columns[v.first].Levels)
}

// appendText appends the text of a value: "red", or "red&large".
func (v *variable) appendText(to []byte, t *data.Table, value int) []byte {
	to = append(to, levelText(&t.Columns[v.first], value/v.width)...)
	if v.second >= 0 {
		to = append(to, '&')
		to = append(to, levelText(&t.Columns[v.second], value%v.width)...)
	}
	return to
}

func levelText(c *data.Column, level int) string {
	if level == len(c.Levels) {
		return missingName
	}
	return c.Levels[level]
}

// hash returns the hash of "name=value".
func (v *variable) hash(t *data.Table, value int) uint32 {
	if v.hashes != nil {
		return v.hashes[value]
	}
	var buffer [128]byte
	token := append(buffer[:0], v.name...)
	return murmur3(v.appendText(append(token, '='), t, value))
}

// keepHashes hashes every value once, except for a pair that has too many.
func (v *variable) keepHashes(t *data.Table) {
	if v.second < 0 || v.size <= mostListed {
		v.hashes = lists.Map(lists.Range(v.size), func(value int) uint32 { return v.hash(t, value) })
	}
}

// lookup maps small numbers of a range to numbers, −1 where there is none.
type lookup struct {
	dense  []int32
	sparse map[int]int32
}

// mostListed is the largest number of values of which something is kept in a
// list with a place for each: there is such a list for each variable and fold.
const mostListed = 1 << 14

func newLookup(size int) lookup {
	if size > mostListed {
		return lookup{sparse: map[int]int32{}}
	}
	return lookup{dense: slices.Repeat([]int32{-1}, size)}
}

func (l *lookup) set(key int, to int32) {
	if l.dense != nil {
		l.dense[key] = to
		return
	}
	l.sparse[key] = to
}

func (l *lookup) get(key int) int32 {
	if l.dense != nil {
		return l.dense[key]
	}
	if to, ok := l.sparse[key]; ok {
		return to
	}
	return -1
}

// keys returns the numbers that are mapped, in order.
func (l *lookup) keys() []int {
	if l.dense == nil {
		return slices.Sorted(maps.Keys(l.sparse))
	}
	return lists.Filter(lists.Range(len(l.dense)), func(key int) bool { return l.dense[key] >= 0 })
}
