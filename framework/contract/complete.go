package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Complete checks a configuration by the component's parameters and fills in their
// defaults: what Validate, Narrow, NewLearner and NewReducer get needs no second check.
func (c Component) Complete(given Config) (Config, []Diagnostic) {
	values := map[string]any{}
	if len(given) > 0 {
		if err := json.Unmarshal(given, &values); err != nil || values == nil {
			return nil, []Diagnostic{Errorf(nil, "The configuration is no object", "Write attributes, not %s.", written(given))}
		}
	}
	var ds []Diagnostic
	for _, name := range slices.Sorted(maps.Keys(values)) {
		at := slices.IndexFunc(c.Params, func(p Param) bool { return p.Name == name })
		if at < 0 {
			ds = append(ds, Errorf([]any{name}, fmt.Sprintf("%s has no attribute %q", c.Name, name), "%s", c.attributes()))
		} else if err := c.Params[at].Check(values[name]); err != nil {
			ds = append(ds, Errorf([]any{name}, fmt.Sprintf("Wrong value for %q", name), "%v.", err))
		}
	}
	full := true
	for _, p := range c.Params {
		if _, written := values[p.Name]; written {
			continue
		}
		if p.Required {
			ds = append(ds, Errorf(nil, fmt.Sprintf("%s has no %q", c.Name, p.Name), "Write %s.", p.Name))
		}
		if p.Default != nil {
			values[p.Name], full = p.Default, false
		}
	}
	if full && len(given) > 0 {
		return given, ds
	}
	return NewConfig(values), ds
}

// attributes names what a component takes.
func (c Component) attributes() string {
	if len(c.Params) == 0 {
		return "It has none."
	}
	names := make([]string, len(c.Params))
	for i, p := range c.Params {
		names[i] = p.Name
	}
	return "Its attributes are " + strings.Join(names, ", ") + "."
}

// Judge returns what the component says of a configuration. What it leaves out has
// its default. Of one that does not fit the parameters, the capabilities are those of
// the component itself.
func (c Component) Judge(given Config) Verdict {
	v := Verdict{Diagnostics: c.Check(given), Capabilities: c.Under(given)}
	if FirstError(v.Diagnostics) != nil {
		return v
	}
	full, _ := c.Complete(given)
	if c.Runtimes != nil {
		v.Runtimes = c.Runtimes(full)
	}
	v.Sources = SourcesOf(c.Sources, full)
	return v
}

// Check returns what is wrong with a configuration, or strange: by the parameters, and
// if there is no error, by Validate. What it leaves out has its default.
func (c Component) Check(given Config) []Diagnostic {
	full, ds := c.Complete(given)
	if len(ds) > 0 || c.Validate == nil {
		return ds
	}
	return c.Validate(full)
}

// Under returns the capabilities under a configuration, those of the component itself
// if the configuration is wrong.
func (c Component) Under(given Config) Capabilities {
	full, ds := c.Complete(given)
	if len(ds) > 0 || c.Narrow == nil {
		return c.Capabilities
	}
	return c.Narrow(full)
}

// Learner builds the learner of a configuration in which nothing is wrong.
func (c Component) Learner(given Config) (Learner, error) {
	full, err := c.checked(given)
	if err != nil {
		return nil, err
	}
	return c.NewLearner(full)
}

// Reducer builds the reducer of a configuration in which nothing is wrong.
func (c Component) Reducer(given Config) (Reducer, error) {
	full, err := c.checked(given)
	if err != nil {
		return nil, err
	}
	return c.NewReducer(full)
}

// checked is a complete configuration, or the first error that Check finds.
func (c Component) checked(given Config) (Config, error) {
	full, ds := c.Complete(given)
	if len(ds) == 0 && c.Validate != nil {
		ds = c.Validate(full)
	}
	return full, FirstError(ds)
}
