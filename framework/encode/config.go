package encode

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// settings are the attributes of all types. Which of them a type takes is said
// by its Params.
type settings struct {
	Numeric   string    `json:"numeric"` // "" stands for what suits the table
	Range     []float64 `json:"range"`
	Impute    string    `json:"impute"`
	Indicator bool      `json:"indicator"`
	Unseen    string    `json:"unseen"`
	Columns   []string  `json:"columns"` // nil means all

	RareBelow int  `json:"rare_below"`
	Pairs     bool `json:"pairs"`
	Buckets   int  `json:"buckets"`
	Signed    bool `json:"signed"`

	Folds       int      `json:"folds"`
	LeaveOneOut bool     `json:"leave_one_out"`
	InSample    bool     `json:"in_sample"`
	Prior       any      `json:"prior"`
	PriorWeight *float64 `json:"prior_weight"`
	Priors      []any    `json:"priors"`
	Counts      bool     `json:"counts"`
	Log1p       bool     `json:"log1p"`

	Parts []any `json:"parts"`
}

// synonyms are other names of types, as in the label of a block.
var synonyms = map[string]string{"onehot": "one_hot", "counters": "target"}

// validate returns the check of a type's configuration.
func validate(typ string) func(contract.Config) []contract.Diagnostic {
	return func(cfg contract.Config) []contract.Diagnostic {
		_, diags := parse(typ, cfg)
		return diags
	}
}

// parse reads the configuration of a type. With an error among the diagnostics
// there is no encoder.
func parse(typ string, cfg contract.Config) (*encoder, []contract.Diagnostic) {
	c, err := component(typ)
	if err != nil {
		return nil, []contract.Diagnostic{contract.Errorf(nil, err.Error(), "Take one of these.")}
	}
	complete, diags := checkParams(c, cfg)
	if failed(diags) {
		return nil, diags
	}
	e := &encoder{typ: c.Name, bucketName: "hash"}
	if err := complete.Decode(&e.settings); err != nil {
		return nil, append(diags, contract.Errorf(nil, err.Error(), "Correct the attribute."))
	}
	diags = append(diags, e.checkNumeric()...)
	diags = append(diags, e.checkCategorical()...)
	diags = append(diags, e.checkCounters()...)
	if c.Name == "compose" {
		diags = append(diags, e.addParts()...)
	}
	if failed(diags) {
		return nil, diags
	}
	return e, diags
}

func failed(diags []contract.Diagnostic) bool {
	return slices.ContainsFunc(diags, func(d contract.Diagnostic) bool { return d.Severity == contract.Error })
}

// component finds a type by its name or a synonym.
func component(typ string) (contract.Component, error) {
	if other, ok := synonyms[typ]; ok {
		typ = other
	}
	var names []string
	for _, c := range Components() {
		if c.Name == typ {
			return c, nil
		}
		names = append(names, c.Name)
	}
	return contract.Component{}, fmt.Errorf("there is no encoder type %q; the types are %s", typ, strings.Join(names, ", "))
}

// checkParams compares a configuration with the type's attributes: the blocks
// of an experiment file are checked when they are read, parts of a composed
// encoder are not. It returns the configuration with the defaults of what it
// leaves out.
func checkParams(c contract.Component, cfg contract.Config) (contract.Config, []contract.Diagnostic) {
	values := map[string]any{}
	if len(cfg) > 0 {
		if err := json.Unmarshal(cfg, &values); err != nil {
			return nil, []contract.Diagnostic{contract.Errorf(nil, "the configuration is no object: "+err.Error(), "Write attributes.")}
		}
	}
	var diags []contract.Diagnostic
	for _, name := range slices.Sorted(maps.Keys(values)) {
		at := slices.IndexFunc(c.Params, func(p contract.Param) bool { return p.Name == name })
		if at < 0 {
			diags = append(diags, contract.Errorf([]any{name}, fmt.Sprintf("encoder %s has no attribute %q", c.Name, name), "Its attributes are %s.", paramNames(c)))
			continue
		}
		if err := checkValue(c.Params[at], values[name]); err != nil {
			diags = append(diags, contract.Errorf([]any{name}, err.Error(), "Correct the value."))
		}
	}
	for _, p := range c.Params {
		if _, written := values[p.Name]; !written && p.Default != nil {
			values[p.Name] = p.Default
		}
	}
	return contract.NewConfig(values), diags
}

func paramNames(c contract.Component) string {
	names := make([]string, len(c.Params))
	for i, p := range c.Params {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// checkValue checks the bounds of a number and the words of a string. Values of
// another type are found when they are decoded.
func checkValue(p contract.Param, value any) error {
	switch v := value.(type) {
	case string:
		if len(p.OneOf) > 0 && !slices.Contains(p.OneOf, v) {
			return fmt.Errorf("%s = %q is unknown; expected one of %s", p.Name, v, strings.Join(p.OneOf, ", "))
		}
	case float64:
		switch {
		case p.Min != nil && v < *p.Min, p.Max != nil && v > *p.Max, p.Integer && v != math.Trunc(v):
			return fmt.Errorf("%s = %v is out of range; %s", p.Name, v, bounds(p))
		}
	}
	return nil
}

// bounds says what numbers a parameter takes.
func bounds(p contract.Param) string {
	text := "it must be a number"
	if p.Integer {
		text = "it must be a whole number"
	}
	if p.Min != nil {
		text += fmt.Sprintf(" of at least %.10g", *p.Min)
	}
	if p.Max != nil {
		text += fmt.Sprintf(" and at most %.10g", *p.Max)
	}
	return text
}

// checkNumeric checks that range is one and is used, and sets its default.
func (e *encoder) checkNumeric() []contract.Diagnostic {
	if e.typ == "none" {
		e.Numeric = "none"
	}
	if e.Range == nil {
		e.Range = []float64{0, 1}
		return nil
	}
	if len(e.Range) != 2 || !(e.Range[0] < e.Range[1]) || !isFinite(e.Range[1]-e.Range[0]) {
		return []contract.Diagnostic{contract.Errorf([]any{"range"}, "range must be two numbers, the smaller one first", "Write for example range = [0, 1].")}
	}
	if e.Numeric != "minmax" {
		return []contract.Diagnostic{contract.Warningf([]any{"range"}, "range is used with numeric = \"minmax\" only", "Remove it, or write numeric = \"minmax\".")}
	}
	return nil
}

// checkCategorical checks columns and unseen.
func (e *encoder) checkCategorical() []contract.Diagnostic {
	var diags []contract.Diagnostic
	if e.Columns != nil && len(e.Columns) == 0 {
		diags = append(diags, contract.Errorf([]any{"columns"}, "columns is empty", "Name the columns that become features, or leave the attribute out for all of them."))
	}
	for i, name := range e.Columns {
		if slices.Contains(e.Columns[:i], name) {
			diags = append(diags, contract.Errorf([]any{"columns", i}, fmt.Sprintf("column %q is named twice", name), "Remove one of them."))
		}
	}
	if e.Unseen == "rare" && e.RareBelow == 0 {
		diags = append(diags, contract.Errorf([]any{"unseen"}, "without rare_below there are no rare values to join", "Write for example rare_below = 5."))
	}
	if e.Unseen == "" && e.RareBelow > 0 {
		e.Unseen = "rare"
	}
	return diags
}

// checkCounters checks what the attributes of target say together.
func (e *encoder) checkCounters() []contract.Diagnostic {
	var diags []contract.Diagnostic
	only := func(what string, names ...string) {
		if len(names) > 1 {
			diags = append(diags, contract.Errorf([]any{names[1]}, fmt.Sprintf("%s and %s exclude each other", names[0], names[1]), "%s", what))
		}
	}
	only("Training rows are counted in one way.", written(map[string]bool{"folds": e.Folds > 0, "in_sample": e.InSample, "leave_one_out": e.LeaveOneOut})...)
	only("c is given in one way.", written(map[string]bool{"prior": e.Prior != nil, "prior_weight": e.PriorWeight != nil, "priors": e.Priors != nil})...)
	if e.Log1p && !e.Counts {
		diags = append(diags, contract.Warningf([]any{"log1p"}, "log1p is used with counts = true only", "Remove it, or write counts = true."))
	}
	if e.Priors != nil && len(e.Priors) == 0 {
		diags = append(diags, contract.Errorf([]any{"priors"}, "priors is empty", "Write for example priors = [0.1, 1, 10]."))
	}
	if e.Prior != nil {
		if err := checkPrior(e.Prior); err != nil {
			diags = append(diags, contract.Errorf([]any{"prior"}, err.Error(), "Write for example prior = 1."))
		}
	}
	for i, p := range e.Priors {
		if err := checkPrior(p); err != nil {
			diags = append(diags, contract.Errorf([]any{"priors", i}, err.Error(), "Write for example priors = [0.1, 1, 10]."))
		}
		if slices.ContainsFunc(e.Priors[:i], func(other any) bool { return reflect.DeepEqual(other, p) }) {
			diags = append(diags, contract.Errorf([]any{"priors", i}, "this prior is there already", "Remove one of them."))
		}
	}
	if e.Folds == 0 {
		e.Folds = 5
	}
	return diags
}

// written lists what is true, by name.
func written(is map[string]bool) []string {
	maps.DeleteFunc(is, func(_ string, yes bool) bool { return !yes })
	return slices.Sorted(maps.Keys(is))
}

// checkPrior checks that a prior is a number or an object of numbers.
func checkPrior(prior any) error {
	good := func(v any) bool { c, ok := v.(float64); return ok && c >= 0 && isFinite(c) }
	byClass, is := prior.(map[string]any)
	if !is {
		if !good(prior) {
			return errors.New("a prior is a number of at least 0, or an object with such a number for each class")
		}
		return nil
	}
	for _, class := range slices.Sorted(maps.Keys(byClass)) {
		if !good(byClass[class]) {
			return fmt.Errorf("the prior of class %q must be a number of at least 0", class)
		}
	}
	return nil
}
