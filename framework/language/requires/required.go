// Package requires holds the plugins that an experiment file requires, and the lock
// file that says which bytes they must have.
package requires

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
)

// Plugin is an entry of required_plugins.
type Plugin struct {
	Name    string
	Kind    SourceKind        // of the source
	Source  string            // absolute path of an executable or of a folder that holds one, "" of other sources
	Written string            // the source as the file says it
	Version string            // constraint, or ""
	Env     map[string]string // what is added to the environment of its processes
	PassEnv []string          // variables that its processes get as bench has them
	// Interpreter is the program that the package's command is run by, as the file
	// says it, or "".
	Interpreter string
	Limits      Limits
	At          expression.Source // where it is written
}

// Limits are how long a plugin may take where no learner's timeout holds.
// 0 means the default of package host.
type Limits struct {
	Start time.Duration // to shake hands, and again to describe itself
	Plan  time.Duration // to plan a reduction or its next stage
}

// variableName is what the name of an environment variable looks like.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Environment decodes the variables that are added to a plugin's environment.
func Environment(r *diagnostic.Remarks, expr hclsyntax.Expression, s *expression.Scope) (map[string]string, bool) {
	v, ok := expression.Evaluate(r, expr, s)
	if !ok || !v.IsKnown() {
		return nil, false
	}
	if v.IsNull() {
		return nil, true
	}
	if t := v.Type(); !t.IsObjectType() && !t.IsMapType() {
		r.Errorf(mistake.BadPlugin, expr.Range(), "env must hold variables", `Write env = { NAME = "value" }.`)
		return nil, false
	}
	env := map[string]string{}
	values := v.AsValueMap()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value, wrong := values[name], wrongName(name)
		switch {
		case wrong != "":
		case value.Type() != cty.String || value.IsNull() || !value.IsKnown():
			wrong = "Its value must be text: write it in quotes."
		case strings.ContainsRune(value.AsString(), 0):
			wrong = "No environment can hold the character NUL."
		}
		if wrong != "" {
			r.Errorf(mistake.BadPlugin, expression.Locate(expr, []any{name}),
				fmt.Sprintf("The variable %q cannot be set", name), "%s", wrong)
			ok = false
			continue
		}
		env[name] = value.AsString()
	}
	return env, ok
}

// Passed decodes the names of variables that are passed on.
func Passed(r *diagnostic.Remarks, expr hclsyntax.Expression, s *expression.Scope) (names []string, ok bool) {
	v, ok := expression.Evaluate(r, expr, s)
	if !ok || !v.IsKnown() {
		return nil, false
	}
	if v.IsNull() {
		return nil, true
	}
	if t := v.Type(); !t.IsTupleType() && !t.IsListType() && !t.IsSetType() {
		r.Errorf(mistake.BadPlugin, expr.Range(), "pass_env must be a list of names",
			`Write pass_env = ["LD_LIBRARY_PATH"].`)
		return nil, false
	}
	for i, element := range v.AsValueSlice() {
		wrong, name := "Write the name of a variable in quotes.", ""
		if element.Type() == cty.String && !element.IsNull() && element.IsKnown() {
			name, wrong = element.AsString(), wrongName(element.AsString())
		}
		if wrong != "" {
			r.Errorf(mistake.BadPlugin, expression.Locate(expr, []any{i}),
				fmt.Sprintf("The variable %q cannot be passed on", name), "%s", wrong)
			ok = false
			continue
		}
		names = append(names, name)
	}
	return names, ok
}

// wrongName says what is wrong with the name of a variable, or "".
func wrongName(name string) string {
	switch {
	case !variableName.MatchString(name):
		return "A name has letters of ASCII, digits and underscores, and no digit first."
	case ofBench(name):
		return "bench sets it itself for every plugin."
	}
	return ""
}

// ofBench reports whether bench and its plugins talk through a variable.
func ofBench(name string) bool {
	return name == "TMPDIR" || strings.HasPrefix(name, "BENCH_") || strings.HasPrefix(name, "PLUGIN_")
}

// Errorf returns an error on the entry of required_plugins.
func (r *Plugin) Errorf(code mistake.Code, summary, format string, args ...any) diagnostic.Diagnostic {
	return r.At.Diagnostic(contract.As(code).Errorf(nil, summary, format, args...))
}
