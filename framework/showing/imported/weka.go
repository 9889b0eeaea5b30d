package imported

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// The columns that WEKA's result producers write.
const (
	trainingRows = "Number_of_training_instances"
	testRows     = "Number_of_testing_instances"
)

func isWEKA(g *grid) bool { return g.has("Key_Dataset", "Key_Scheme") }

// readWEKA reads the results of cross-validation or of percentage splits: run and fold are repeat
// and fold.
func readWEKA(r *reading) {
	if !r.need("Key_Dataset", "Key_Scheme", "Key_Run") {
		return
	}
	r.Table.Metric = cmp.Or(r.Options.Metric, "Percent_correct")
	value := r.at(r.Table.Metric)
	if value < 0 {
		r.noMetric(r.Table.Metric, func(column int) bool {
			return !strings.HasPrefix(strings.ToLower(r.head[column]), "key_") && r.numeric(column)
		})
		return
	}
	methods := r.schemes()
	for i, at := range r.rows {
		v := measured.Value{Dataset: r.in(at, "Key_Dataset"), Method: methods[i]}
		v.Unit = measured.Unit{Repeat: r.in(at, "Key_Run"), Fold: cmp.Or(r.in(at, "Key_Fold"), "1")}
		v.TrainRows, v.TestRows = whole(r.in(at, trainingRows)), whole(r.in(at, testRows))
		var there bool
		if v.Value, there = r.number(at.line, v.Method, v.Dataset, at.fields[value]); there {
			r.Values = append(r.Values, v)
		}
	}
	if strings.HasPrefix(strings.ToLower(r.Table.Metric), "percent_") {
		r.note("The values are percentages: -rope 1 is one percentage point.")
	}
	r.SmallerIsBetter = isError(r.Table.Metric)
}

// whole reads a number of rows, which WEKA writes as any other number; 0 if there is none.
func whole(text string) int {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v < 1 || v > 1e9 || v != float64(int(v)) {
		return 0
	}
	return int(v)
}

// errorWords are in the names of measures of which less is better.
var errorWords = []string{"error", "incorrect", "unclassified", "false_", "_false", "num_false", "time", "_size",
	"scheme_entropy"}

func isError(name string) bool {
	for _, word := range errorWords {
		if strings.Contains(strings.ToLower(name), word) {
			return true
		}
	}
	return false
}

// schemes names the scheme of each row: the class without its package, and of several schemes of a class
// the options that they do not share.
func (r *reading) schemes() []string {
	key := func(at row) [3]string {
		return [3]string{r.in(at, "Key_Scheme"), r.in(at, "Key_Scheme_options"), r.in(at, "Key_Scheme_version_ID")}
	}
	var keys [][3]string
	seen := map[[3]string]bool{}
	options := map[string][][]string{}
	for _, at := range r.rows {
		if k := key(at); !seen[k] {
			seen[k] = true
			keys = append(keys, k)
			options[short(k[0])] = append(options[short(k[0])], groups(k[1]))
		}
	}
	names, taken := map[[3]string]string{}, map[string]bool{}
	for _, k := range keys {
		same := options[short(k[0])]
		names[k] = r.named(short(k[0])+unshared(groups(k[1]), same), short(k[0]), k[1], taken)
	}
	list := make([]string, len(r.rows))
	for i, at := range r.rows {
		list[i] = names[key(at)]
	}
	return list
}

// short is the name of a class without its package.
func short(class string) string { return class[strings.LastIndexByte(class, '.')+1:] }

// groups are the options of a scheme, each with its value.
func groups(options string) []string {
	var list []string
	quoted, begin := false, 0
	for i := 0; i < len(options); i++ {
		switch c := options[i]; {
		case c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == ' ' && !quoted && i+2 < len(options) && options[i+1] == '-' && (options[i+2] < '0' || options[i+2] > '9'):
			list = append(list, options[begin:i])
			begin = i + 1
		}
	}
	if begin < len(options) {
		list = append(list, options[begin:])
	}
	return list
}

// unshared writes the options that not all schemes of a class have, with classes without packages.
func unshared(options []string, all [][]string) string {
	of := func(list []string, option string) (n int) {
		for _, other := range list {
			if other == option {
				n++
			}
		}
		return n
	}
	var text strings.Builder
	for _, option := range options {
		shared := 0
		for _, other := range all {
			if of(other, option) == of(options, option) {
				shared++
			}
		}
		if shared == len(all) || option == "--" {
			continue
		}
		text.WriteByte(' ')
		for i, word := range strings.Split(option, " ") {
			if i > 0 {
				text.WriteByte(' ')
			}
			if strings.HasPrefix(strings.Trim(word, `"\`), "weka.") {
				word = short(word)
			}
			text.WriteString(strings.ReplaceAll(word, `"`, ""))
		}
	}
	return text.String()
}
