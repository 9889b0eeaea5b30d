package encode

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data"
)

// rareName is the group of rare values in the names of features.
const rareName = "(rare)"

// grouping are the attributes that say which values fall in one group.
type grouping struct {
	Unseen    string `json:"unseen"`
	RareBelow int    `json:"rare_below"`
	Buckets   int    `json:"buckets"`
}

// groups are the groups that the training rows' values of a variable fall in:
// one for each value, or each bucket of values, and one for all that are rare.
// They are numbered in the order of values (or buckets), the rare ones last.
type groups struct {
	variable
	buckets  int      // 0 if values are not hashed
	index    lookup   // from value or bucket to group
	members  []member // the groups but the rare one
	total    int      // number of groups
	imputes  bool     // a missing value counts as the most frequent one
	imputed  int32    // its group then; −1 if there is none
	rare     int32    // −1 if there is none
	unseen   int32    // the group that unseen values join; −1 if there is none
	isStrict bool     // unseen values are errors
}

// member is a value or bucket and its number of training rows.
type member struct{ key, rows int }

// group finds the groups of a variable in the training rows. If missing values
// are imputed, they count as the most frequent value (the first of several).
func (b *builder) group(v variable, by grouping, imputes bool) groups {
	g := groups{variable: v, buckets: by.Buckets, imputes: imputes, imputed: -1, rare: -1, unseen: -1,
		isStrict: by.Unseen == "error"}
	size := v.size
	if g.buckets > 0 {
		size = g.buckets
		g.keepHashes(b.table)
	}
	g.index = newLookup(size)
	counted := g.count(b, newLookup(size))
	for _, m := range counted {
		if m.rows >= by.RareBelow {
			g.index.set(m.key, int32(len(g.members)))
			g.members = append(g.members, m)
		}
	}
	if g.total = len(g.members); g.total < len(counted) {
		g.rare = int32(g.total)
		g.total++
	}
	most := member{}
	for _, m := range counted {
		if m.rows < by.RareBelow {
			g.index.set(m.key, g.rare)
		}
		if imputes && m.rows > most.rows {
			most, g.imputed = m, g.index.get(m.key)
		}
	}
	if by.Unseen == "rare" {
		g.unseen = g.rare
	}
	return g
}

// every makes groups of values that no training row has, too, but of missing ones that
// are imputed. None may be hashed or rare.
func (g *groups) every() {
	all := make([]member, g.size-1)
	for key := range all {
		all[key].key = key
		g.index.set(key, int32(key))
	}
	for _, m := range g.members {
		all[m.key] = m
	}
	if g.imputed >= 0 {
		g.imputed = int32(g.members[g.imputed].key)
	}
	g.members, g.total = all, len(all)
}

// texts returns the values of the groups, without the rare one.
func (g *groups) texts(t *data.Table) []string {
	return lists.Map(g.members, func(m member) string { return string(g.appendText(nil, t, m.key)) })
}

// count returns the values or buckets of the training rows in order, without
// missing values that are to be imputed.
func (g *groups) count(b *builder, position lookup) []member {
	var list []member
	for _, row := range b.rows {
		value := g.at(b.table, row)
		if g.imputes && g.missing(b.table, value) {
			continue
		}
		key := g.key(b.table, value)
		at := position.get(key)
		if at < 0 {
			at = int32(len(list))
			position.set(key, at)
			list = append(list, member{key: key})
		}
		list[at].rows++
	}
	slices.SortFunc(list, func(a, b member) int { return cmp.Compare(a.key, b.key) })
	return list
}

// key returns what a value is known by: itself, or its bucket.
func (g *groups) key(t *data.Table, value int) int {
	if g.buckets == 0 {
		return value
	}
	key, _ := bucket(g.hash(t, value), g.buckets)
	return key
}

// of returns the group of a row, −1 if there is none.
func (g *groups) of(t *data.Table, row int) (int32, error) {
	value := g.at(t, row)
	if g.imputes && g.missing(t, value) {
		return g.imputed, nil
	}
	group := g.index.get(g.key(t, value))
	switch {
	case group >= 0:
		return group, nil
	case g.isStrict:
		return -1, unseenError(&g.variable, t, row, value)
	}
	return g.unseen, nil
}

func unseenError(v *variable, t *data.Table, row, value int) error {
	return fmt.Errorf("row %d has %q in column %q, a value that no training row has; write unseen = \"ignore\" to "+
		"encode such values anyway", row, v.appendText(nil, t, value), v.name)
}

// identify writes what groups depend on, but the table, to a digest.
func (g *groups) identify(d digest, t *data.Table) {
	d.text(g.name)
	d.number(uint64(g.buckets))
	d.number(uint64(g.total))
	for _, key := range g.index.keys() {
		d.number(uint64(key))
		d.number(uint64(g.index.get(key)))
	}
	if g.imputes && hasMissing(&t.Columns[g.first], t.Rows) {
		d.number(uint64(g.imputed))
	}
	d.number(uint64(g.unseen))
	if g.isStrict {
		d.text("unseen is an error")
	}
}
