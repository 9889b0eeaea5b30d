package kernel

// NewExchange returns the exchange within a tile, or between two unless the second is
// nil, of tiles with these numbers of rows. The caller is responsible for entries and starts.
func NewExchange(first, second *Tile, rows [2]int, partners *Partners) *Exchange {
	if second == nil {
		second = &Tile{Starts: make([]int64, len(first.Starts)), Present: make([]uint8, len(first.Present))}
	}
	x := &Exchange{tiles: [2]*Tile{first, second}, partners: *partners}
	for _, p := range partners {
		if p < 0 || p >= int64(len(x.u)) {
			panic("kernel: a partner outside the slots")
		}
	}
	for i, t := range x.tiles {
		if len(t.Starts) != len(t.Present)+1 || len(t.Starts) != len(first.Starts) || len(t.Data) != len(t.Entries) ||
			t.Starts[len(t.Present)] != int64(len(t.Data)) || rows[i] > TileRows {
			panic("kernel: a tile of other sizes")
		}
		x.V[i], x.F[i] = make([]float64, rows[i]*Lanes), make([]float64, rows[i]*Lanes)
		x.columns[i] = exchanged{begin(t.Starts), begin(t.Entries), begin(t.Data), begin(t.Present), begin(x.V[i]),
			begin(x.F[i])}
	}
	return x
}

// begin returns where a slice begins, nil for an empty one.
func begin[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

// Multiply handles all columns.
func (x *Exchange) Multiply() { x.handle(0, len(x.tiles[0].Present), 1) }

// Sum computes T for one column and leaves F alone. It returns the slots that are
// present.
func (x *Exchange) Sum(column int) uint16 {
	x.handle(column, column+1, 0)
	return uint16(x.tiles[0].Present[column]) | uint16(x.tiles[1].Present[column])<<Lanes
}

func (x *Exchange) handle(from, to, spread int) {
	if from < to {
		active.exchange(x, from, to, spread)
	}
}
