package kernel

// Tile is a sparse matrix whose rows are in 8 slots, column by column.
type Tile struct {
	Starts  []int64   // where the elements of a column begin, and where those of the last end
	Entries []uint32  // of each element: Entry of its row
	Data    []float64 // the values of the elements
	Present []uint8   // of each column: bit s is set if a row of slot s has an element
}

// TileRows is the largest number of rows of a tile.
const TileRows = 1 << 21

// Entry stands for a row that is in a slot.
func Entry(row, slot int) uint32 { return uint32(row)<<11 | uint32(slot)<<3 }

// Exchange multiplies matrices of 8 lanes, which have a row for each row of two tiles
// of as many columns, by the tiles' products with their transposes, where lanes of
// some slots are partners. For each column, with u the sums over its elements in order,
//
//	u[slot] = Σ data·V[row of the element],
//
// where slots of the second tile count from 8, it stores T[slot] = u[slot] + u of the
// partners for the slots that are present, and adds data·T[slot of its row] to F[row] for
// each element. Slots that are not present have sums of 0.
type Exchange struct {
	V, F [2][]float64
	T    [2 * Lanes * Lanes]float64

	tiles    [2]*Tile
	partners Partners
	u        [2 * Lanes * Lanes]float64 // 0 between columns
	columns  [2]exchanged
}

// Partners are, for each lane of each slot of two tiles, slot · 8 + lane of its partner.
type Partners [2 * Lanes * Lanes]int64

// exchanged is a tile as the assembly sees it.
type exchanged struct {
	starts  *int64
	entries *uint32
	data    *float64
	present *uint8
	v, f    *float64
}
