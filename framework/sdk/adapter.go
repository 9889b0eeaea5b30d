package sdk

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// adapter serves the components of a plugin: it opens the files that calls
// name, hands the algorithms plain matrices and keeps their models.
type adapter struct {
	plugin contract.Plugin

	mu     sync.Mutex
	models map[string]storedModel
	serial int
	kept   kept
}

// New returns a plugin's components as a service, in this process. Serve does
// the same behind gRPC; tests of a pipeline use New directly.
func New(p contract.Plugin) service.Plugin {
	return &adapter{plugin: p, models: map[string]storedModel{}}
}

func (a *adapter) Describe(context.Context) (service.Description, error) {
	runtimes := map[string]string{"go": strings.TrimPrefix(runtime.Version(), "go")}
	maps.Copy(runtimes, a.plugin.Runtimes)
	return service.Description{Name: a.plugin.Name, Version: a.plugin.Version, Runtimes: runtimes,
		Code: a.plugin.Code, Components: a.plugin.Components}, nil
}

func (a *adapter) Validate(_ context.Context, ref service.ComponentRef) (v contract.Verdict, err error) {
	defer recovered(&err)
	c, err := a.component(ref.Kind, ref.Name)
	if err != nil {
		return v, err
	}
	return c.Judge(ref.Config), nil
}

func (a *adapter) component(kind contract.Kind, name string) (contract.Component, error) {
	for _, c := range a.plugin.Components {
		if c.Kind == kind && c.Name == name {
			return c, nil
		}
	}
	return contract.Component{}, fmt.Errorf("plugin %s has no %s %q", a.plugin.Name, kind, name)
}

// built is the component that a call names, in its configuration.
func built[T any](
	a *adapter, ref service.ComponentRef, build func(contract.Component, contract.Config) (T, error),
) (of T, err error) {
	c, err := a.component(ref.Kind, ref.Name)
	if err != nil {
		return of, err
	}
	return build(c, ref.Config)
}

// recovered turns a panic of an algorithm into an error with the place it
// happened, so that one bad problem does not end the process.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
	}
}

// storedModel is a model with what its features went through.
type storedModel struct {
	model        contract.Model
	width        int // scores a row
	shift, scale []float64
	threads      int // for scoring
}

// kept is what the learner that trained last keeps for its next call.
type kept struct {
	component string
	memory    any
}
