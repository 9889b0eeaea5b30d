package data

// markers are the texts that stand for a missing value.
type markers struct {
	texts   []string
	longest int  // bytes of the longest one
	numeric bool // one is a number
}

func newMarkers(texts []string) markers {
	m := markers{texts: texts}
	for _, text := range texts {
		m.longest = max(m.longest, len(text))
		_, kind := parseNumber(text)
		m.numeric = m.numeric || kind == finite
	}
	return m
}

// has reports whether a text stands for a missing value.
func (m *markers) has(field []byte) bool {
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
