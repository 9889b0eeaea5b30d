// Package configured is the one shape of a component whose configuration is a struct:
// the struct says what its parameters cannot say one by one (Check), what it promises
// (Capabilities), and which learner or reducer it is. It is decoded by its json tags from
// a configuration that fits the component's parameters.
package configured

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// Checked is a configuration that may be wrong or strange as a whole.
type Checked interface{ Check() []contract.Diagnostic }

// Narrowed is a configuration on which the capabilities depend; the component's own are
// those of its defaults.
type Narrowed interface{ Capabilities() contract.Capabilities }

// Learner completes a component of kind learner with the configuration S, which is a
// learner or makes one by a method Learner.
func Learner[S any](c contract.Component) contract.Component {
	c = completed[S](c, contract.KindLearner)
	c.NewLearner = func(cfg contract.Config) (contract.Learner, error) {
		s, err := read[S](cfg)
		if err != nil {
			return nil, err
		}
		if maker, ok := any(s).(interface{ Learner() contract.Learner }); ok {
			return maker.Learner(), nil
		}
		return any(s).(contract.Learner), nil
	}
	return c
}

// Reducer completes a component of kind reduction whose configuration S makes a reducer.
func Reducer[S any](c contract.Component, make func(S) contract.Reducer) contract.Component {
	c = completed[S](c, contract.KindReducer)
	c.NewReducer = func(cfg contract.Config) (contract.Reducer, error) {
		s, err := read[S](cfg)
		if err != nil {
			return nil, err
		}
		return make(s), nil
	}
	return c
}

// completed sets what S has.
func completed[S any](c contract.Component, kind contract.Kind) contract.Component {
	c.Kind = kind
	var zero S
	if _, ok := any(zero).(Checked); ok {
		c.Validate = func(cfg contract.Config) []contract.Diagnostic {
			s, err := read[S](cfg)
			if err != nil {
				return []contract.Diagnostic{contract.Errorf(nil, "Unreadable configuration", "%v", err)}
			}
			return any(s).(Checked).Check()
		}
	}
	if _, ok := any(zero).(Narrowed); ok {
		c.Narrow = func(cfg contract.Config) contract.Capabilities {
			s, err := read[S](cfg)
			if err != nil {
				return c.Capabilities
			}
			return any(s).(Narrowed).Capabilities()
		}
		c.Capabilities = c.Under(nil)
	}
	return c
}

// read decodes a configuration that has been checked.
func read[S any](cfg contract.Config) (S, error) {
	var s S
	err := cfg.Decode(&s)
	if err != nil {
		err = fmt.Errorf("reading the configuration: %w", err)
	}
	return s, err
}
