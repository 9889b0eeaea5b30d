package wording

import (
	"strconv"
	"strings"
)

// Cell is a text as a field of a CSV file that a spreadsheet may open: with an
// apostrophe before what it would take for a formula, that begins with =, +, -,
// @, a tab or a carriage return. Numbers, and texts of nothing but digits, signs
// and points, such as the columns of a code, stay as they are. So that the
// apostrophe can be taken off again, a text that looks as if it had one gets
// another.
func Cell(text string) string {
	if formula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

func formula(text string) bool {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return false
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return false
	}
	return text[0] == '=' || strings.Trim(text, "+-.0123456789") != ""
}
