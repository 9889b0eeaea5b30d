package contract

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Param describes one attribute of a component's block.
type Param struct {
	Name string
	// Type is an HCL type expression: "number", "string", "bool",
	// "list(number)", "list(list(number))", "map(number)" or "any"; or FileType,
	// for reducers LearnerType, for datasets PathType.
	Type string
	// Default is the value taken when the attribute is not written: a float64,
	// string, bool, or list of these. Nil means that the attribute is then
	// absent from the configuration.
	Default  any
	Required bool
	OneOf    []string // allowed values of a string
	Min, Max *float64 // inclusive bounds of a number
	// Above is an exclusive lower bound of a number.
	Above   *float64
	Integer bool // the number must be whole
	// Decoding marks a parameter of a reducer that only Decode reads: Plan
	// answers the same whatever it is, so that decoders of one design share
	// their random code.
	Decoding bool
	Doc      string // one sentence with units
}

// LearnerType is the Type of a parameter of a reducer that refers to a learner
// block (learner.NAME). The configuration holds the name of the learner; a stage
// that is to be trained by it names the parameter. Such a parameter has no
// default. The name is not part of a cell's identity, the learner that it names is.
const LearnerType = "learner"

// LearnersType is the Type of the attribute of every reduction block that gives columns
// learners of their own, which bench obeys itself: plugins have no such parameter.
const LearnersType = "map(learner)"

// FileType is the Type of a parameter that names a file, relative to the experiment
// file. The configuration holds its content, which must be text of at most
// MostFileBytes bytes: so results depend on what the file says, not on where it is.
const FileType = "file"

// PathType is the Type of an attribute of a dataset that names a file, relative to
// the experiment file. The configuration holds its absolute path.
const PathType = "path"

// MostFileBytes bounds the files that parameters name.
const MostFileBytes = 4 << 20

// Bound returns a pointer to v, for the bounds of a Param.
func Bound(v float64) *float64 { return &v }

// KnownType reports whether the type is number, string, bool or any, or lists and maps
// of these.
func (p Param) KnownType() bool {
	kind := strings.Join(strings.Fields(p.Type), "")
	for {
		inner, of := element(kind)
		if of == "" {
			return slices.Contains([]string{"number", "string", "bool", "any"}, kind)
		}
		kind = inner
	}
}

// element splits the type of a list or map: "number" and "list" of "list(number)".
func element(kind string) (inner, of string) {
	for _, of := range []string{"list", "map"} {
		rest, found := strings.CutPrefix(kind, of+"(")
		if found && strings.HasSuffix(rest, ")") {
			return rest[:len(rest)-1], of
		}
	}
	return "", ""
}

// Check returns an error if a value, as it comes out of JSON, is not of the parameter's
// type or none that it takes. Constraints are those of every element; with them, "any"
// is a word or a number. A null in a list passes: it is for the component to say what is
// missing there.
func (p Param) Check(value any) error {
	if value == nil {
		return fmt.Errorf("%s is null: leave it out instead", p.Name)
	}
	return p.check(strings.Join(strings.Fields(p.Type), ""), value)
}

func (p Param) check(kind string, value any) error {
	inner, of := element(kind)
	anything := kind == "any" && len(p.OneOf) == 0 && p.Numbers() == "a number"
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		if of == "list" {
			return p.checkAll(slices.Values(v), inner)
		}
		if anything {
			return nil
		}
	case map[string]any:
		if of == "map" {
			return p.checkAll(maps.Values(v), inner)
		}
		if anything {
			return nil
		}
	case float64:
		if (kind == "number" || kind == "any") && p.InBounds(v) {
			return nil
		}
	case string:
		text := slices.Contains([]string{"string", "any", LearnerType, FileType, PathType}, kind)
		if text && (len(p.OneOf) == 0 || slices.Contains(p.OneOf, v)) {
			return nil
		}
	case bool:
		if kind == "bool" || anything {
			return nil
		}
	}
	return fmt.Errorf("%s is %s: it must be %s", p.Name, written(value), p.takes(kind))
}

func (p Param) checkAll(values iter.Seq[any], kind string) error {
	for v := range values {
		if err := p.check(kind, v); err != nil {
			return err
		}
	}
	return nil
}

// InBounds reports whether a number meets the constraints.
func (p Param) InBounds(v float64) bool {
	return v-v == 0 && (p.Min == nil || v >= *p.Min) && (p.Max == nil || v <= *p.Max) &&
		(p.Above == nil || v > *p.Above) && (!p.Integer || v == math.Trunc(v))
}

// longestWritten is how many bytes of a wrong value an error shows.
const longestWritten = 60

// written is a value as JSON, cut if it is long.
func written(value any) string {
	b, err := json.Marshal(value)
	switch {
	case err != nil:
		return fmt.Sprint(value)
	case len(b) > longestWritten:
		return strings.ToValidUTF8(string(b[:longestWritten]), "") + "…"
	}
	return string(b)
}

// takes says what values of a type the parameter takes.
func (p Param) takes(kind string) string {
	var texts []string
	for _, word := range p.OneOf {
		texts = append(texts, strconv.Quote(word))
	}
	if numbers := p.Numbers(); kind == "number" || kind == "any" && numbers != "a number" {
		texts = append(texts, numbers)
	}
	if texts == nil {
		return "of type " + kind
	}
	last := len(texts) - 1
	if last == 0 {
		return texts[0]
	}
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// Numbers says which numbers the parameter takes: "a whole number of at least 1".
func (p Param) Numbers() string {
	text := "a number"
	if p.Integer {
		text = "a whole number"
	}
	var bounds []string
	for _, bound := range []struct {
		word  string
		value *float64
	}{{"of at least", p.Min}, {"above", p.Above}, {"at most", p.Max}} {
		if bound.value != nil {
			bounds = append(bounds, " "+bound.word+" "+strconv.FormatFloat(*bound.value, 'f', -1, 64))
		}
	}
	return text + strings.Join(bounds, " and")
}

// LabelOption is the attribute of dataset, encoder, learner and reduction blocks by which
// bench calls them where people read: no component has a parameter of this name.
const LabelOption = "label"
