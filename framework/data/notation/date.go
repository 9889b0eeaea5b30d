package notation

import "regexp"

// date is a day, or a day and a time, as files write them: 2024-03-01, 2024/3/1, 01.03.2024, 3/1/24,
// 2024-03-01T12:30:00Z.
var date = regexp.MustCompile(`^(?:[0-9]{4}([-/.])[01]?[0-9]([-/.])[0-3]?[0-9]|` +
	`[0-3]?[0-9]([-/.])[0-3]?[0-9]([-/.])(?:[0-9]{2}|[0-9]{4}))` +
	`(?:[T ]+[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?(?: ?[AaPp][Mm])?(?:Z| ?[+-][0-9]{2}:?[0-9]{2})?)?$`)

// isDate reports whether a text has the form of a date, with one sign between its parts.
func isDate(text string) bool {
	const longest = 40
	if len(text) > longest {
		return false
	}
	m := date.FindStringSubmatch(text)
	return m != nil && m[1] == m[2] && m[3] == m[4]
}

// Dates returns the first of some texts if all but those of one of twenty rows have the form of dates, else "".
// They are known by their form, however often they occur.
func Dates(texts []string, counts []int) string {
	total, dates, first := 0, 0, ""
	for i, text := range texts {
		total += counts[i]
		if counts[i] == 0 || !isDate(text) {
			continue
		}
		dates += counts[i]
		if first == "" {
			first = text
		}
	}
	if 20*(total-dates) > total {
		return ""
	}
	return first
}
