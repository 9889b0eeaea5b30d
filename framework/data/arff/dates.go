package arff

import (
	"fmt"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/data/textfile"
)

// standardDates is the format of dates that declare none, ISO 8601.
const standardDates = "yyyy-MM-dd'T'HH:mm:ss"

// dates is how the dates of an attribute are written. They are read as WEKA reads them,
// as milliseconds since 1970-01-01, in UTC where the text names no zone.
type dates struct{ format, layout string }

// letters has for each letter of Java's SimpleDateFormat the layouts of package time by
// how often it occurs there; those of larger numbers are that of the last.
var letters = map[byte][]string{
	'y': {"2006", "06", "2006"}, 'M': {"1", "01", "Jan", "January"}, 'd': {"2", "02"}, 'D': {"", "", "002"},
	'E': {"Mon", "Mon", "Mon", "Monday"}, 'a': {"PM"}, 'H': {"15"}, 'h': {"3", "03"}, 'm': {"4", "04"}, 's': {"5", "05"},
	'Z': {"-0700"}, 'X': {"Z07", "Z0700", "Z07:00"},
}

// newDates reads a format in the letters of Java's SimpleDateFormat.
func newDates(format string) (*dates, error) {
	d := &dates{format: format}
	for rest := format; rest != ""; {
		c := rest[0]
		n := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
		switch {
		case c == '\'':
			text, after, err := literal(rest)
			if err != nil {
				return nil, err
			}
			if strings.ContainsAny(text, "0123456789_") || containsName(text) {
				return nil, fmt.Errorf("the date format %q holds the text %q, which cannot be told from a date", format, text)
			}
			d.layout += text
			rest = after
			continue
		case c == 'S' && n <= 9 && (strings.HasSuffix(d.layout, "5.") || strings.HasSuffix(d.layout, "5,")):
			d.layout += strings.Repeat("0", n)
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			layouts := letters[c]
			if layouts == nil || layouts[min(n, len(layouts))-1] == "" {
				return nil, fmt.Errorf("the date format %q has %q, which is not read; expected letters of Java's "+
					"SimpleDateFormat: y, M, d, D, E, a, H, h, m, s, S after a point, Z or X", format, rest[:n])
			}
			d.layout += layouts[min(n, len(layouts))-1]
		case '0' <= c && c <= '9' || c == '_':
			return nil, fmt.Errorf("the date format %q holds %q, which cannot be told from a date", format, rest[:n])
		default:
			d.layout += rest[:n]
		}
		rest = rest[n:]
	}
	return d, nil
}

// literal takes text in single quotes, in which two of them mean one.
func literal(format string) (text, rest string, err error) {
	if strings.HasPrefix(format, "''") {
		return "'", format[2:], nil
	}
	for at := 1; at < len(format); at++ {
		switch {
		case format[at] != '\'':
			text += format[at : at+1]
		case strings.HasPrefix(format[at:], "''"):
			text += "'"
			at++
		default:
			return text, format[at+1:], nil
		}
	}
	return "", "", fmt.Errorf("the quote that opens %q in a date format is never closed", format)
}

// containsName reports whether a text holds what package time takes for a part of a date.
func containsName(text string) bool {
	for _, name := range []string{"Jan", "Mon", "MST", "PM", "pm", "Z07"} {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// append appends the milliseconds of a date as digits. What is missing stays so.
func (d *dates) append(to, field []byte) ([]byte, error) {
	if string(field) == "?" {
		return append(to, field...), nil
	}
	at, err := time.Parse(d.layout, string(field))
	if err != nil {
		return nil, fmt.Errorf("%q is not a date in the format %q", textfile.Shortened(string(field)), d.format)
	}
	return fmt.Appendf(to, "%d", at.UnixMilli()), nil
}
