package plan

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// A table can have as rows or columns a kind of part, "learner", or a setting of it:
// "learner.C", a parameter, or one of BlockSetting and TypeSetting.
const (
	BlockSetting = "block" // the block that a variant is one of
	TypeSetting  = "type"
)

// NoValue is how tables show that something has no such setting, or tunes it.
const NoValue = "–"

// SplitAxis divides the axis of a table into kind and setting, "" for the kind itself.
func SplitAxis(axis string) (kind contract.Kind, setting string) {
	name, setting, _ := strings.Cut(axis, ".")
	return contract.Kind(name), setting
}

// BlockOf is the block of a variant: "path" of "path[C=0.1]".
func BlockOf(name string) string {
	block, _, _ := strings.Cut(name, "[")
	return block
}

// Rest is what a name says besides some settings, "" if that is nothing: the variant
// without those parameters and, if BlockSetting is among them, the block.
func Rest(name string, settings []string) string {
	for _, s := range settings {
		name = LineOf(name, s)
	}
	if slices.Contains(settings, BlockSetting) {
		return strings.TrimPrefix(name, BlockOf(name))
	}
	return name
}

// FormatValue writes what a configuration can hold: text as it is, numbers in the
// shortest form that reads back the same, lists and objects as JSON.
func FormatValue(v any) string {
	switch v := v.(type) {
	case float64:
		if v == 0 {
			v = 0 // without the sign of a negative zero
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	case string:
		return v
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("plan: value %v: %v", v, err))
	}
	return string(b)
}

// LineOf is what a block calls all its variants that differ in one parameter alone: the
// name of one of them, without it.
func LineOf(name, parameter string) string {
	block, settings, isVariant := strings.Cut(name, "[")
	if !isVariant {
		return name
	}
	var kept []string
	for _, setting := range split(strings.TrimSuffix(settings, "]")) {
		if !strings.HasPrefix(setting, parameter+"=") {
			kept = append(kept, setting)
		}
	}
	if kept == nil {
		return block
	}
	return block + "[" + strings.Join(kept, ",") + "]"
}

// split divides the settings of a variant at commas outside of lists and objects.
func split(settings string) []string {
	var list []string
	depth, begin := 0, 0
	for i, r := range settings {
		switch r {
		case '[', '{', '(':
			depth++
		case ']', '}', ')':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, settings[begin:i])
				begin = i + 1
			}
		}
	}
	return append(list, settings[begin:])
}
