package verify

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/results/plan"
)

// Draw draws a share of cells, at least one if there are any, in their order. Which ones depends on their names and the
// seed alone, so that who knows the seed finds the same.
func Draw(cells []plan.Cell, share float64, seed uint64) []plan.Cell {
	n := int(math.Ceil(share * float64(len(cells))))
	n = min(max(n, 1), len(cells))
	rank := func(c plan.Cell) [sha256.Size]byte {
		return sha256.Sum256(append(binary.LittleEndian.AppendUint64(nil, seed), c.Name()...))
	}
	type ranked struct {
		place int
		rank  [sha256.Size]byte
	}
	all := make([]ranked, len(cells))
	for i, c := range cells {
		all[i] = ranked{i, rank(c)}
	}
	slices.SortFunc(all, func(a, b ranked) int { return cmp.Or(slices.Compare(a.rank[:], b.rank[:]), a.place-b.place) })
	all = all[:n]
	slices.SortFunc(all, func(a, b ranked) int { return a.place - b.place })
	var drawn []plan.Cell
	for _, r := range all {
		drawn = append(drawn, cells[r.place])
	}
	return drawn
}
