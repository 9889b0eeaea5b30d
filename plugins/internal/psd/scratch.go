package psd

import "sync"

// scratch is memory for the steps of one decomposition, kept for the next.
type scratch struct {
	data []float64
	used int
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// take returns n zeros, which are good until the scratch is given back.
func (s *scratch) take(n int) []float64 {
	if s.used+n > len(s.data) {
		s.data, s.used = make([]float64, 2*(s.used+n)), 0
	}
	v := s.data[s.used : s.used+n : s.used+n]
	s.used += n
	clear(v)
	return v
}

// giveBack lets another decomposition use the memory.
func (s *scratch) giveBack() {
	s.used = 0
	scratches.Put(s)
}
