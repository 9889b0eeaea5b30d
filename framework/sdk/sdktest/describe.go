package sdktest

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/service"
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
		errs = append(errs, fmt.Errorf("its version %q is no semantic version such as 1.2.0", d.Version))
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
	add(c.Kind != contract.KindLearner && c.Kind != contract.KindReducer,
		"the kind is %q, not learner or reduction", c.Kind)
	add(!word.MatchString(c.Name), "the name is no word of letters, digits and _")
	add(strings.TrimSpace(c.Doc) == "", "it has no doc")
	add(len(c.Capabilities.Tasks) == 0, "it has no tasks")
	for _, t := range c.Capabilities.Tasks {
		add(t != contract.Binary && t != contract.Multiclass && t != contract.Regression, "there is no task %q", t)
	}
	kinds := []contract.ScoreKind{contract.Margin, contract.LogOdds, contract.Probability}
	add(c.Kind == contract.KindLearner && !slices.Contains(kinds, c.Capabilities.Scores),
		"scores are %q, not margin, log_odds or probability", c.Capabilities.Scores)
	for _, k := range c.Capabilities.Probabilities {
		add(!slices.Contains(kinds, k), "it makes probabilities of scores of an unknown kind %q", k)
	}
	for _, k := range c.Capabilities.Needs {
		add(!slices.Contains(kinds, k), "it needs scores of an unknown kind %q", k)
	}
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

func checkParam(p contract.Param) error {
	if !word.MatchString(p.Name) {
		return errors.New("the name is no word of letters, digits and _")
	}
	if strings.TrimSpace(p.Doc) == "" {
		return errors.New("it has no doc")
	}
	outside := p.Type == contract.LearnerType || p.Type == contract.FileType
	if outside && p.Default != nil {
		return fmt.Errorf("it refers to a %s and has a default", p.Type)
	}
	if !outside && !p.KnownType() {
		return fmt.Errorf("the type %q is none of number, string, bool, any, and lists and maps of these", p.Type)
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
