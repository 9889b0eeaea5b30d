package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// ceilingsFile has a row a room, beside this file.
const ceilingsFile = "ceilings.csv"

// held are the figures that have ceilings.
var held = []struct {
	name string
	of   func(room) int
}{
	{"lines", func(r room) int { return r.lines }},
	{"arrows back", func(r room) int { return r.back }},
	{"wide types", func(r room) int { return len(r.wide) }},
	{"long lines", func(r room) int { return r.over }},
	{"long functions", func(r room) int { return len(r.long) }},
}

// slack is what the lines of a room may grow by without a word: a hundredth, and ten.
func slack(lines int) int { return lines + lines/100 + 10 }

// readCeilings returns the ceilings of each room, in the order of held.
func readCeilings(path string) (map[string][]int, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	ceilings := map[string][]int{}
	for _, row := range rows[1:] {
		for _, text := range row[1:] {
			n, err := strconv.Atoi(text)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", path, row[0], err)
			}
			ceilings[row[0]] = append(ceilings[row[0]], n)
		}
	}
	return ceilings, nil
}

// lowerCeilings writes the ceilings of the rooms that there are: none is raised.
func lowerCeilings(path string, rooms []room) error {
	ceilings, err := readCeilings(path)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	var b strings.Builder
	b.WriteString("room")
	for _, h := range held {
		b.WriteString("," + h.name)
	}
	rooms = slices.SortedFunc(slices.Values(rooms), func(a, b room) int { return strings.Compare(a.name, b.name) })
	for _, r := range rooms {
		b.WriteString("\n" + r.name)
		for i, h := range held {
			now := h.of(r)
			if h.name == "lines" {
				now = slack(now)
			}
			if c := ceilings[r.name]; c != nil {
				now = min(now, c[i])
			}
			b.WriteString("," + strconv.Itoa(now))
		}
	}
	return os.WriteFile(path, []byte(b.String()+"\n"), 0o644)
}

// above names each figure of the rooms that is over its ceiling. A room without ceilings has
// none of what is bad, and as many lines as it wants.
func above(rooms []room, ceilings map[string][]int) []string {
	var texts []string
	for _, r := range rooms {
		for i, h := range held {
			c, known := ceilings[r.name]
			switch now := h.of(r); {
			case !known && h.name != "lines" && now > 0:
				texts = append(texts, fmt.Sprintf("%s is new and has %s: %d", r.name, h.name, now))
			case known && now > c[i]:
				texts = append(texts, fmt.Sprintf("%s has %s: %d, over its ceiling of %d", r.name, h.name, now, c[i]))
			}
		}
	}
	return texts
}
