package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/methods"
)

// provenanceView is where the results come from.
type provenanceView struct {
	store.Manifest
	Facts      []fact
	Digests    []fact // of datasets
	Origins    []originView
	Plugins    []pluginView
	Runs       []runView // of merged folders
	Experiment string    // with every default, as indented JSON; "" if unknown
	Command    string    // makes the results again
	Opened     *openedView
}

// fact is a line of a list. Code is for people to compare letter by letter.
type fact struct {
	Name, Value string
	Code        bool
}

// originView is where the rows of a dataset come from.
type originView struct {
	Dataset string
	named.Origin
}

type pluginView struct {
	service.Origin
	RuntimeNames string // "cpython 3.12, numpy 2.1"
}

type runView struct{ Bench, Host, Kernels, Started, Finished string }

func provenance(in Input) provenanceView {
	m, p := in.Manifest, in.Plan
	v := provenanceView{Manifest: m, Command: "bench run " + m.File, Opened: newOpenedView(in.Opened)}
	v.Facts = []fact{
		{"bench", known(m.Bench.Version), false},
		{"git revision", known(m.Bench.Revision), true},
		{"Go", known(m.Bench.Go), false},
		{"kernels", known(m.Kernels), false},
		{"experiment file", known(m.File), true},
		{"resolved experiment, SHA-256", known(m.ResolvedSum), true},
		{"host", host(m.Host), false},
		{"started", date(&m.Started), false},
		{"finished", date(m.Finished), false},
	}
	for _, d := range p.Datasets {
		v.Digests = append(v.Digests, fact{d.Name, known(m.Datasets[d.Name]), true})
		if d.Origin != nil {
			v.Origins = append(v.Origins, originView{d.Name, *d.Origin})
		}
	}
	for _, plugin := range m.Plugins {
		v.Plugins = append(v.Plugins, pluginView{plugin, plugin.On()})
	}
	for _, part := range m.Parts {
		v.Runs = append(v.Runs, runView{known(part.Bench.Version), host(part.Host), known(part.Kernels), date(&part.Started),
			date(part.Finished)})
	}
	var b bytes.Buffer
	if json.Indent(&b, m.Resolved, "", "  ") == nil {
		v.Experiment = b.String()
	}
	return v
}

// head says in a line how the results came about, as far as it is known.
func head(m store.Manifest, p *plan.Plan) string {
	var parts []string
	if len(p.Named(contract.KindValidation)) > 0 {
		parts = append(parts, methods.Divisions(p))
	}
	parts = append(parts, fmt.Sprintf("seed %d", p.Seed))
	if m.Bench.Version != "" {
		parts = append(parts, "bench "+m.Bench.Version)
	}
	if made := cmp.Or(m.Finished, &m.Started); !made.IsZero() {
		parts = append(parts, made.UTC().Format(time.DateOnly))
	}
	return strings.Join(parts, " · ")
}

// known replaces what a manifest does not say.
func known(value string) string { return cmp.Or(value, "unknown") }

// host leaves out what a manifest does not say.
func host(h store.Host) string {
	named := []string{h.Name, strings.Trim(h.OS+"/"+h.Arch, "/")}
	parts := lists.Filter(named, func(part string) bool { return part != "" })
	if h.CPUs > 0 {
		parts = append(parts, quantity(h.CPUs, "CPU"))
	}
	return known(strings.Join(parts, ", "))
}

func date(t *time.Time) string {
	if t == nil || t.IsZero() {
		return "not known"
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}
