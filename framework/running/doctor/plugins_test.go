package doctor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/host/manifest"
	come "github.com/manyclass/bench/plugins/shipped"
)

// programs are the plugins that come with bench.
var programs = slices.Sorted(slices.Values(lists.Map(come.Plugins(), func(p come.Plugin) string { return p.Name })))

// installed are all plugins and a pack in a folder, of which some do not start.
func installed(failing map[string]error) *plugins {
	var s started
	for _, name := range append(slices.Clone(programs), "sklearn") {
		pkg := host.Package{Name: name}
		if name == "sklearn" {
			pkg.Manifest = &manifest.Manifest{}
		}
		s.found = append(s.found, pkg)
		if err := failing[name]; err != nil {
			s.failed = append(s.failed, &host.Error{Plugin: name, Doing: "starting", Err: err})
			continue
		}
		s.described = append(s.described, host.Described{Package: pkg,
			Description: service.Description{Runtimes: map[string]string{"python": "3.12"}}})
	}
	return &plugins{start: func(context.Context) started { return s }}
}

func TestPluginsThatStart(t *testing.T) {
	p := installed(nil)
	got := p.programs(t.Context())
	if len(got) != 1 || got[0].Status != OK || got[0].Says != "all 11 start: "+strings.Join(programs, ", ") {
		t.Errorf("%+v", got)
	}
	got = p.packs(t.Context())
	want := []Finding{
		{"pack caret", Note, "is not set up", "make packs, in the repository of bench"},
		{"pack sklearn", OK, "starts, python 3.12", ""},
		{"pack weka", Note, "is not set up", "make packs, in the repository of bench"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

// One reason is one line, however many plugins it keeps from starting. A pack that does not start is a note.
func TestPluginsThatDoNotStart(t *testing.T) {
	noexec := errors.New("the file system is mounted with noexec")
	p := installed(map[string]error{"lda": noexec, "svm": errors.New("it is another"), "tree": noexec,
		"sklearn": errors.New("numpy is missing")})
	got := p.programs(t.Context())
	want := []Finding{
		{"plugins", Fails, "lda and tree: the file system is mounted with noexec", ""},
		{"plugin svm", Fails, "it is another", ""},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if got := p.packs(t.Context())[1]; got != (Finding{"pack sklearn", Note, "numpy is missing", ""}) {
		t.Errorf("%+v", got)
	}
}

// The run needs the plugins; without them its own failure would say nothing new.
func TestSmallRun(t *testing.T) {
	works := func(context.Context) (ran, error) { return ran{6, 0.25}, nil }
	breaks := func(context.Context) (ran, error) { return ran{}, errors.New("the disk is full") }
	for _, c := range []struct {
		run  func(context.Context) (ran, error)
		on   *plugins
		want Finding
	}{
		{works, installed(nil), Finding{Status: OK, Says: "6 cells in 0.25 s"}},
		{breaks, installed(nil), Finding{Status: Fails, Says: "the disk is full"}},
		{breaks, installed(map[string]error{"lda": errors.New("no")}),
			Finding{Status: Note, Says: "not tried, since plugins do not start"}},
		{works, installed(map[string]error{"sklearn": errors.New("no")}), Finding{Status: OK, Says: "6 cells in 0.25 s"}},
	} {
		if got := smallRun(c.run, c.on)(t.Context()); got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}
