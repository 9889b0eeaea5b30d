package contract

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Plugin is everything that one plugin package offers.
type Plugin struct {
	Name    string // what `bench plugin list` calls it, for example "logreg"
	Version string // semantic version of the package, for example "1.2.0"
	// Runtimes are the versions of what the plugin runs on beside Go and its own
	// files, such as libraries that it loads; results count as other ones if they
	// change.
	Runtimes map[string]string
	// Code are absolute paths, by name, of files and folders outside the package that the
	// plugin loads: the host adds their digests to the runtimes.
	Code       map[string]string
	Components []Component
	// End clears away what the plugin has beside its process, before that ends:
	// when the host asks for it or goes away, not when the process is killed. It may
	// be called twice. Optional.
	End func()
}

// CodePrefix begins the names under which code from outside a package is among the
// runtimes of its plugin; their values are digests.
const CodePrefix = "code:"

// Component describes one type that an experiment file can name, and for the
// components of a plugin how to build it.
type Component struct {
	Kind Kind
	Name string // the type's name in the experiment file, for example "logreg"
	Doc  string // one sentence; formulas name their source
	// Params lists every attribute the component takes. The host decodes the
	// experiment file with it, fills in defaults and refuses everything else.
	Params       []Param
	Capabilities Capabilities
	// BuiltIn says that the component is part of bench, and no plugin's.
	BuiltIn bool
	// Sources are the publications that describe it, for whoever cites what an experiment
	// used. Optional.
	Sources []Source

	// These get a configuration that fits Params, with defaults filled in, and are called
	// through Judge, Learner, Reducer, Metric, Encoder and Splitter.

	// Validate checks what Params cannot say: parameters that do not go
	// together, a matrix with a bad column. Optional.
	Validate func(Config) []Diagnostic
	// Narrow returns the capabilities under a given configuration, where they
	// depend on it (a decoder that gives probabilities). Optional.
	Narrow func(Config) Capabilities
	// Runtimes returns the versions that matter under a given configuration, beside
	// those of the plugin: of a library that only some configurations load. They
	// count as the plugin's own do, in the results of that configuration. Optional.
	Runtimes func(Config) map[string]string
	// NewLearner builds the learner, if Validate finds no error; set for KindLearner
	// in a plugin.
	NewLearner func(Config) (Learner, error)
	// NewReducer builds the reducer, likewise; set for KindReducer in a plugin.
	NewReducer func(Config) (Reducer, error)
	// NewMetric builds the metric, likewise; set for KindMetric in a plugin.
	NewMetric func(Config) (Metric, error)
	// NewEncoder builds the encoder, likewise; set for KindEncoder in a plugin.
	NewEncoder func(Config) (Encoder, error)
	// NewSplitter builds the splitter, likewise; set for KindValidation in a plugin.
	NewSplitter func(Config) (Splitter, error)
}

// Verdict is what a component says of a configuration.
type Verdict struct {
	Diagnostics  []Diagnostic      // what is wrong with it, or strange
	Capabilities Capabilities      // what the component can do under it
	Runtimes     map[string]string // versions that matter under it, beside the plugin's
	Code         map[string]string // paths of code that it loads from outside the package, likewise
	Sources      []Source          // publications to cite for it
}

// Complete checks a configuration by the component's parameters and fills in their
// defaults: what Validate, Narrow, NewLearner and NewReducer get needs no second check.
func (c Component) Complete(given Config) (Config, []Diagnostic) {
	values := map[string]any{}
	if len(given) > 0 {
		if err := json.Unmarshal(given, &values); err != nil || values == nil {
			return nil, []Diagnostic{Errorf(nil, "The configuration is not an object", "Write attributes, not %s.",
				written(given))}
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
func (c Component) Learner(given Config) (Learner, error) { return build(c, given, c.NewLearner) }

// Reducer builds the reducer of a configuration in which nothing is wrong.
func (c Component) Reducer(given Config) (Reducer, error) { return build(c, given, c.NewReducer) }

// Metric builds the metric of a configuration in which nothing is wrong.
func (c Component) Metric(given Config) (Metric, error) { return build(c, given, c.NewMetric) }

// Encoder builds the encoder of a configuration in which nothing is wrong.
func (c Component) Encoder(given Config) (Encoder, error) { return build(c, given, c.NewEncoder) }

// Splitter builds the splitter of a configuration in which nothing is wrong.
func (c Component) Splitter(given Config) (Splitter, error) { return build(c, given, c.NewSplitter) }

// build makes a component of a configuration that is complete and valid.
func build[T any](c Component, given Config, with func(Config) (T, error)) (made T, err error) {
	full, ds := c.Complete(given)
	if len(ds) == 0 && c.Validate != nil {
		ds = c.Validate(full)
	}
	if err := FirstError(ds); err != nil {
		return made, err
	}
	return with(full)
}
