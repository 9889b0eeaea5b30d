package sdktest

import (
	"fmt"
	"maps"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/service"
)

// configuration is how a component is checked.
type configuration struct {
	config contract.Config
	caps   contract.Capabilities // under config
}

// configure finds a complete configuration that the component takes: the caller's,
// the defaults, or the defaults with one attribute more, where a component needs
// one of several.
func (t *trial) configure(c contract.Component) configuration {
	defaults, missing := defaultsOf(c)
	given, ours := t.options.Configs[c.Name]
	maps.Copy(defaults, given)
	for _, name := range missing {
		if _, ok := defaults[name]; !ok {
			t.skip(fmt.Sprintf("no value for the required attribute %q can be guessed", name))
		}
	}
	found, problem := t.validate(c, defaults)
	if problem == "" {
		return found
	}
	if ours {
		t.fail("it refuses the configuration %s: %s", found.config, problem)
	}
	for _, param := range c.Params {
		if param.Default != nil || param.Required {
			continue
		}
		for _, value := range param.OneOf {
			tried := maps.Clone(defaults)
			tried[param.Name] = value
			if guess, wrong := t.validate(c, tried); wrong == "" {
				t.note = fmt.Sprintf("with %s = %q", param.Name, value)
				return guess
			}
		}
	}
	t.skip("it does not take its defaults alone: " + problem)
	return found
}

// defaultsOf returns the attributes of a block in which only what is required is
// written, and the required ones for which there is nothing to write.
func defaultsOf(c contract.Component) (values map[string]any, missing []string) {
	values = map[string]any{}
	for _, p := range c.Params {
		value := p.Default
		if p.Required {
			value = guess(p)
		}
		if value != nil {
			values[p.Name] = value
		} else if p.Required {
			missing = append(missing, p.Name)
		}
	}
	return values, missing
}

// guess returns a value that the constraints of a parameter allow, or nil.
func guess(p contract.Param) any {
	switch p.Type {
	case "bool":
		return false
	case contract.LearnerType:
		return "second"
	case contract.FileType:
		return "a line\n"
	case "string":
		if len(p.OneOf) > 0 {
			return p.OneOf[0]
		}
	case "number":
		value := 1.0
		switch {
		case p.Min != nil:
			value = *p.Min
		case p.Above != nil:
			value = *p.Above + 1
		}
		if p.Max != nil {
			value = min(value, *p.Max)
		}
		if p.Check(value) == nil {
			return value
		}
	}
	return nil
}

// validate asks the plugin about a configuration and returns the first error
// that it finds.
func (t *trial) validate(c contract.Component, values map[string]any) (configuration, string) {
	config := contract.NewConfig(values)
	verdict, err := t.plugin().Validate(t.ctx, service.ComponentRef{Kind: c.Kind, Name: c.Name, Config: config})
	t.must(err)
	problem := ""
	if wrong := contract.FirstError(verdict.Diagnostics); wrong != nil {
		problem = wrong.Error()
	}
	return configuration{config: config, caps: verdict.Capabilities}, problem
}
