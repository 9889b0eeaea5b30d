package experimenter

import (
	"strconv"
	"strings"
)

// options are the flags of an object, with their values, "" for a flag without one. A flag is removed
// when it is asked for, so that those remain that nobody knows.
type options map[string]string

// optionsOf reads options: -X 10 -R.
func optionsOf(words []string) options {
	o := options{}
	for i := 0; i < len(words); i++ {
		flag, isFlag := flagOf(words[i])
		if !isFlag {
			continue
		}
		o[flag] = ""
		if i+1 < len(words) {
			if _, next := flagOf(words[i+1]); !next {
				i++
				o[flag] = words[i]
			}
		}
	}
	return o
}

// flagOf is the name of a flag; numbers below 0 are none.
func flagOf(word string) (string, bool) {
	if len(word) < 2 || word[0] != '-' || word[1] >= '0' && word[1] <= '9' || word[1] == '.' {
		return "", false
	}
	return word[1:], true
}

func (o options) has(flag string) bool {
	_, there := o[flag]
	delete(o, flag)
	return there
}

func (o options) text(flag, otherwise string) string {
	text, there := o[flag]
	delete(o, flag)
	if !there || text == "" {
		return otherwise
	}
	return text
}

// number is the value of a flag; what is not a number is -1, which no option accepts here.
func (o options) number(flag string, otherwise float64) float64 {
	text := o.text(flag, "")
	if text == "" {
		return otherwise
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return -1
	}
	return v
}

// words divides text as WEKA does: at blanks that are not within quotation marks.
func words(text string) []string {
	var list []string
	var word strings.Builder
	quoted, begun := false, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			i++
			word.WriteByte(text[i])
			begun = true
		case c == '"':
			quoted, begun = !quoted, true
		case (c == ' ' || c == '\t' || c == '\n') && !quoted:
			if begun {
				list = append(list, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteByte(c)
			begun = true
		}
	}
	if begun {
		list = append(list, word.String())
	}
	return list
}

// joined writes words so that they can be divided again.
func joined(words []string) string {
	list := make([]string, len(words))
	for i, word := range words {
		if word == "" || strings.ContainsAny(word, " \t\n\"\\") {
			word = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
		}
		list[i] = word
	}
	return strings.Join(list, " ")
}
