package sdktest

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

var (
	word     = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
	name     = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)
	semantic = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
)

// describe asks the plugin what it offers and returns everything that is wrong
// with the answer.
func (t *trial) describe() service.Description {
	d, err := t.plugin().Describe(t.ctx)
	t.must(err)
	t.must(checkDescription(d))
	return d
}

func checkDescription(d service.Description) error {
	var errs []error
	if !name.MatchString(d.Name) {
		errs = append(errs, fmt.Errorf("its name %q is not made of letters, digits, _, . and -", d.Name))
	}
	if !semantic.MatchString(d.Version) {
		errs = append(errs, fmt.Errorf("its version %q is not a semantic version such as 1.2.0", d.Version))
	}
	if len(d.Components) == 0 {
		errs = append(errs, errors.New("it offers no component"))
	}
	seen := map[string]bool{}
	for _, c := range d.Components {
		key := string(c.Kind) + " " + c.Name
		if seen[key] {
			errs = append(errs, fmt.Errorf("it offers %s twice", key))
		}
		seen[key] = true
		if err := checkComponent(c); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", key, err))
		}
	}
	return errors.Join(errs...)
}

func checkComponent(c contract.Component) error {
	var errs []error
	add := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	add(!c.Kind.InPlugins(), "the kind is %q, not learner, reduction, metric, encoder or validation", c.Kind)
	add(!word.MatchString(c.Name), "the name is not a word of letters, digits and _")
	add(strings.TrimSpace(c.Doc) == "", "it has no doc")
	trains := c.Kind == contract.KindLearner || c.Kind == contract.KindReducer
	add(trains && len(c.Capabilities.Tasks) == 0, "it has no tasks")
	facts := []contract.RowFact{contract.RowGroups, contract.RowWeights}
	if c.Kind == contract.KindValidation {
		facts = append(facts, contract.RowFeatures)
	}
	for _, f := range c.Capabilities.Facts {
		add(trains || !slices.Contains(facts, f), "a %s cannot need %q of rows", c.Kind, f)
	}
	for _, t := range c.Capabilities.Tasks {
		add(t != contract.Binary && t != contract.Multiclass && t != contract.Regression, "there is no task %q", t)
	}
	checkScores(c, add)
	seen := map[string]bool{}
	for _, p := range c.Params {
		add(seen[p.Name], "parameter %q is listed twice", p.Name)
		seen[p.Name] = true
		add(p.Type == contract.LearnerType && c.Kind != contract.KindReducer,
			"parameter %q refers to a learner, which only reductions do", p.Name)
		if err := checkParam(p); err != nil {
			errs = append(errs, fmt.Errorf("parameter %q: %w", p.Name, err))
		}
	}
	return errors.Join(errs...)
}

// checkScores checks the kinds of scores that a component gives and takes.
func checkScores(c contract.Component, add func(bad bool, format string, args ...any)) {
	kinds := []contract.ScoreKind{contract.Margin, contract.LogOdds, contract.Probability}
	add(c.Kind == contract.KindLearner && !slices.Contains(kinds, c.Capabilities.Scores),
		"scores are %q, not margin, log_odds or probability", c.Capabilities.Scores)
	for _, k := range c.Capabilities.Probabilities {
		add(!slices.Contains(kinds, k), "it makes probabilities of scores of an unknown kind %q", k)
	}
	for _, k := range c.Capabilities.Needs {
		add(!slices.Contains(kinds, k), "it needs scores of an unknown kind %q", k)
		add(c.Kind == contract.KindMetric && k != contract.Probability, "a metric needs %q or nothing, not %q",
			contract.Probability, k)
	}
}

func checkParam(p contract.Param) error {
	if !word.MatchString(p.Name) {
		return errors.New("the name is not a word of letters, digits and _")
	}
	if strings.TrimSpace(p.Doc) == "" {
		return errors.New("it has no doc")
	}
	outside := p.Type == contract.LearnerType || p.Type == contract.FileType
	if outside && p.Default != nil {
		return fmt.Errorf("it refers to a %s and has a default", p.Type)
	}
	if !outside && !p.KnownType() {
		return fmt.Errorf("the type %q is not number, string, bool, any, or a list or map of these", p.Type)
	}
	if p.Required && p.Default != nil {
		return errors.New("it is required and has a default")
	}
	if p.Default == nil {
		return nil
	}
	if err := p.Check(p.Default); err != nil {
		return fmt.Errorf("the default is wrong: %w", err)
	}
	return nil
}

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
