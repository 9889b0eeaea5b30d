package measured

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/textfile"
)

// scoreColumns are those of scores.csv, which bench writes itself.
var scoreColumns = []string{"dataset", "encoder", "learner", "reduction", "repeat", "fold", "metric", "value", "status"}

// scores gathers the lines of scores.csv that are of one metric.
type scores struct {
	*builder
	metric string // "" until the first line
	values []ownValue
	others []string    // the other metrics
	lines  map[key]int // of each place
}

// ownValue is a value whose method is not named yet: the encoder is a part of the name
// only if there are several.
type ownValue struct {
	Value
	encoder string
}

// take takes a line. What failed or was skipped has the value NaN.
func (s *scores) take(line int, _, fields []string) {
	for j, name := range scoreColumns {
		if j < 7 && !s.name(line, name, fields[j]) {
			return
		}
	}
	if s.metric == "" {
		s.metric = fields[6]
	}
	if fields[6] != s.metric {
		if !slices.Contains(s.others, fields[6]) {
			s.others = append(s.others, fields[6])
		}
		return
	}
	v, kind := notation.Parse(fields[7])
	switch kind {
	case notation.Finite:
	case notation.NotANumber:
		v = math.NaN()
	default:
		s.wrong(line, "the value %q is not a finite number and not NaN", textfile.Shortened(fields[7]))
	}
	one := ownValue{encoder: fields[1], Value: Value{Dataset: fields[0], Method: fields[2] + "/" + fields[3], Value: v,
		Unit: Unit{Repeat: fields[4], Fold: fields[5]}}}
	place := key{one.Dataset, fields[1] + "\n" + one.Method, one.Unit}
	if s.lines == nil {
		s.lines = map[key]int{}
	}
	if first, twice := s.lines[place]; twice {
		s.wrong(line, "%q has a value on %q, %s already, in line %d", one.Method, one.Dataset, one.Unit, first)
	}
	s.lines[place] = line
	s.values = append(s.values, one)
}

// table leaves out datasets on which a method has no value, and methods without any.
func (s *scores) table() *Table {
	if len(s.values) == 0 {
		if len(s.problems) == 0 {
			s.wrong(0, "there are no values%s", s.available())
		}
		return &Table{}
	}
	several := slices.ContainsFunc(s.values, func(v ownValue) bool { return v.encoder != s.values[0].encoder })
	values := lists.Map(s.values, func(v ownValue) Value {
		if several {
			v.Method = v.encoder + "/" + v.Method
		}
		return v.Value
	})
	methods, datasets := map[string]bool{}, map[string]bool{}
	for _, v := range values {
		methods[v.Method], datasets[v.Dataset] = true, true
	}
	if len(methods) > MostMethods || len(datasets) > MostDatasets {
		return &Table{Methods: make([]string, len(methods)), Datasets: make([]string, len(datasets))} // refused
	}
	kept, never := Valued(values)
	t, without := New(kept)
	t.Metric, t.Without, t.Never, t.OtherMetrics = s.metric, without, never, s.others
	if len(t.Methods) > 1 && len(t.Datasets) == 0 && !s.holes {
		s.wrong(0, "no dataset has a value of %q for every method", s.metric)
	}
	return t
}

// available names the metrics of the file where it does not have the one asked for.
func (s *scores) available() string {
	if len(s.others) == 0 {
		return ""
	}
	return fmt.Sprintf(" of %q. %s", s.metric, strings.TrimSuffix(wording.Instead(s.metric, s.others,
		"The metrics are"), "."))
}
