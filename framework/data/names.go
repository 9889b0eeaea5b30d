package data

import (
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/wording"
)

// meant asks after the candidate nearest to a name, as a further sentence.
func meant(name string, candidates []string) string {
	if question := wording.DidYouMean(name, candidates); question != "" {
		return " " + question
	}
	return ""
}

// list quotes names for a message and abbreviates long lists.
func list(names []string) string { return wording.List(wording.Quoted(names)) }

// numberKind says what a text is, read as a number.
type numberKind int

const (
	notNumber numberKind = iota
	finite
	notANumber // the text "nan", which stands for a missing value
	infinite   // "inf", or too large for a float64
)

// parseNumber reads a decimal number. Unlike strconv it takes no hexadecimal.
func parseNumber(text string) (float64, numberKind) {
	if len(text) > 2 && (text[1]|0x20 == 'x' || text[2]|0x20 == 'x') {
		return 0, notNumber
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case v > maxFinite || v < -maxFinite:
		return 0, infinite
	case err != nil:
		return 0, notNumber
	case v != v:
		return 0, notANumber
	}
	return v, finite
}

const maxFinite = 0x1.fffffffffffffp1023

// shortest renders a number in its shortest form that reads back the same.
func shortest(v float64) string {
	if v == 0 {
		return "0"
	}
	if v < 0 && v > -1e-6 || v > 0 && v < 1e-6 || v >= 1e21 || v <= -1e21 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// ordering arranges distinct texts in class order. names are the texts in that
// order; position gives each old index its new one, −1 for a text that stands
// for no value.
//
// If all texts are numbers they are ordered by value, else by bytes. With merge,
// equal numbers are one name in its shortest form, and "nan" among numbers is no
// value. Whole numbers from 2^53 are taken as text: a float64 cannot tell them
// apart.
func ordering(texts []string, merge bool) (names []string, position []int32) {
	values := make([]float64, len(texts))
	order := make([]int, 0, len(texts))
	position = make([]int32, len(texts))
	numeric := false
	for i, text := range texts {
		v, kind := parseNumber(text)
		if kind == notNumber || kind == infinite || v >= 1<<53 || v <= -(1<<53) {
			return byBytes(texts)
		}
		if kind == notANumber {
			position[i] = -1
			continue
		}
		numeric = true
		values[i] = v
		order = append(order, i)
	}
	if !numeric || !merge && len(order) < len(texts) {
		return byBytes(texts)
	}
	slices.SortFunc(order, func(a, b int) int {
		if values[a] != values[b] {
			if values[a] < values[b] {
				return -1
			}
			return 1
		}
		return strings.Compare(texts[a], texts[b])
	})
	for at, i := range order {
		if !merge {
			names = append(names, texts[i])
		} else if at == 0 || values[i] != values[order[at-1]] {
			names = append(names, shortest(values[i]))
		}
		position[i] = int32(len(names) - 1)
	}
	return names, position
}

func byBytes(texts []string) (names []string, position []int32) {
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(texts[a], texts[b]) })
	names = make([]string, len(texts))
	position = make([]int32, len(texts))
	for at, i := range order {
		names[at] = texts[i]
		position[i] = int32(at)
	}
	return names, position
}
