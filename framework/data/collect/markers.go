package collect

import (
	"github.com/manyclass/bench/framework/data/notation"
)

// Markers are the texts that stand for a missing value.
type Markers struct {
	texts   []string
	longest int  // bytes of the longest one
	numeric bool // one is a number
}

// NewMarkers returns the markers of some texts.
func NewMarkers(texts []string) Markers {
	m := Markers{texts: texts}
	for _, text := range texts {
		m.longest = max(m.longest, len(text))
		_, kind := notation.Parse(text)
		m.numeric = m.numeric || kind == notation.Finite
	}
	return m
}

// Has reports whether a text stands for a missing value.
func (m *Markers) Has(field []byte) bool {
	if len(field) > m.longest {
		return false
	}
	for _, text := range m.texts {
		if string(field) == text {
			return true
		}
	}
	return false
}
