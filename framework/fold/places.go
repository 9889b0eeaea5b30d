package fold

import (
	"fmt"
	"strings"
)

// places is a list of folds for a message: the first ones, and how many there
// are.
type places struct {
	first []string
	total int
}

const mostPlaces = 3

func (p *places) add(fold int, repeat string) {
	if p.total++; p.total <= mostPlaces {
		p.first = append(p.first, fmt.Sprintf("fold %d%s", fold, repeat))
	}
}

// String renders "fold 0, fold 2, fold 3 and 4 more".
func (p places) String() string {
	text := strings.Join(p.first, ", ")
	if more := p.total - len(p.first); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func place(repeat, repeats int) string {
	if repeats == 1 {
		return ""
	}
	return fmt.Sprintf(" of repeat %d", repeat)
}

// listed joins the first of some things for a message and counts the rest.
func listed(list []string) string {
	const most = 5
	if more := len(list) - most; more > 0 {
		return strings.Join(list[:most], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(list, ", ")
}
