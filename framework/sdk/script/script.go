// Package script makes a plugin of a program in any language that answers lines of
// JSON: the program reads requests from stdin and writes one line to stdout for each.
// Matrices are files; a program sees one problem at a time, as rows × columns that are
// gathered, shifted and scaled. docs/plugins/json-lines.md lists the requests and answers.
package script

import (
	"fmt"
	"os"
	"sync"

	"github.com/manyclass/bench/framework/contract"
)

// Start starts a program and asks what it offers. The program is given a folder as its
// TMPDIR, which the plugin's End removes when it has ended the program. Where either
// cannot go on, both end: the host then starts them again.
func Start(command []string) (contract.Plugin, error) {
	folder, err := os.MkdirTemp("", "script-")
	if err != nil {
		return contract.Plugin{}, err
	}
	s := &script{files: &files{folder: folder}, verdicts: map[string]verdict{}}
	if s.process, err = start(command, folder); err != nil {
		return contract.Plugin{}, err
	}
	var d description
	if err = s.ask(request{Call: "describe"}, &d); err == nil {
		s.files.text, err = d.text()
	}
	if err != nil {
		s.process.close()
		return contract.Plugin{}, fmt.Errorf("%s cannot describe itself: %w", command[0], err)
	}
	return s.plugin(d), nil
}

// plugin makes components of a description.
func (s *script) plugin(d description) contract.Plugin {
	p := contract.Plugin{Name: d.Name, Version: d.Version, Runtimes: d.Runtimes, Code: d.Code,
		End: sync.OnceFunc(s.process.close)}
	for _, c := range d.Components {
		p.Components = append(p.Components, s.component(c))
	}
	return p
}

func (s *script) component(d component) contract.Component {
	c := contract.Component{Kind: d.Kind, Name: d.Name, Doc: d.Doc, Capabilities: d.contract()}
	for _, p := range d.Params {
		c.Params = append(c.Params, p.contract())
	}
	if d.Validates {
		judge := func(config contract.Config) verdict { return s.judge(c.Kind, c.Name, config) }
		c.Validate = func(config contract.Config) []contract.Diagnostic { return judge(config).contract() }
		c.Narrow = func(config contract.Config) contract.Capabilities {
			if narrow := judge(config).Capabilities; narrow != nil {
				return narrow.contract()
			}
			return c.Capabilities
		}
		c.Runtimes = func(config contract.Config) map[string]string { return judge(config).Runtimes }
	}
	many := c.Capabilities.Has(contract.MultiLabel)
	in := func(config contract.Config) configured { return configured{s, c.Name, config} }
	c.NewLearner = func(config contract.Config) (contract.Learner, error) { return learner{in(config)}, nil }
	c.NewReducer = func(config contract.Config) (contract.Reducer, error) { return reducer{in(config), many}, nil }
	c.NewMetric = func(config contract.Config) (contract.Metric, error) { return metric{in(config)}, nil }
	c.NewEncoder = func(config contract.Config) (contract.Encoder, error) { return encoder{in(config)}, nil }
	c.NewSplitter = func(config contract.Config) (contract.Splitter, error) { return splitter{in(config)}, nil }
	return c
}

// judge asks about a configuration, each once.
func (s *script) judge(kind contract.Kind, name string, config contract.Config) verdict {
	key := fmt.Sprintf("%s %s %s", kind, name, config)
	if v, asked := s.verdicts[key]; asked {
		return v
	}
	var v verdict
	if err := s.ask(request{Call: "validate", Kind: kind, Component: name, Config: config}, &v); err != nil {
		v = verdict{Diagnostics: []diagnostic{{Summary: "The configuration cannot be checked", Detail: err.Error()}}}
	}
	s.verdicts[key] = v
	return v
}
