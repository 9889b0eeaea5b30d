package sparse

// visit returns the order in which a pass takes the rows: by a hash of the pass
// and of the number of the row, so that problems that share rows agree on their
// order whatever other rows are between them. A new order for each pass is what makes
// coordinate descent fast: with one order for all it takes more than ten times as
// many passes.
func (g *group) visit(pass int) []int {
	if cap(g.keys[0]) < len(g.rows) {
		g.keys = [2][]uint64{make([]uint64, len(g.rows)), make([]uint64, len(g.rows))}
		g.order = make([]int, len(g.rows))
	}
	from := g.keys[0][:0]
	for i, r := range g.rows {
		if !g.single || !g.rest.resting[i] {
			from = append(from, hash(uint64(pass)<<40+uint64(r.number))&^(1<<32-1)|uint64(i))
		}
	}
	to := g.keys[1][:len(from)]
	for shift := 32; shift < 64; shift += 8 {
		var starts [257]int
		for _, k := range from {
			starts[k>>shift&255+1]++
		}
		for i := range 256 {
			starts[i+1] += starts[i]
		}
		for _, k := range from {
			digit := k >> shift & 255
			to[starts[digit]] = k
			starts[digit]++
		}
		from, to = to, from
	}
	order := g.order[:len(from)]
	for i, k := range from {
		order[i] = int(k & (1<<32 - 1))
	}
	return order
}

// hash is the output function of SplitMix64 (Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014).
func hash(z uint64) uint64 {
	z = (z + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
