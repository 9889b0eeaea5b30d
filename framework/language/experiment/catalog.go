package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/blocks"
)

// Catalog is what an experiment file can name.
type Catalog struct {
	// Components holds the learners, reductions, metrics, encoders and splitters of the
	// plugins, and the encoders, validation methods and metrics of the framework. The one of
	// kind dataset is named "dataset"; its parameters are the attributes of a
	// dataset block.
	Components []contract.Component
	// Validate asks a component of a kind that plugins offer about a configuration that
	// fits its parameters. An error means that the check itself failed. If nil, the
	// components check themselves.
	Validate func(c contract.Component, cfg contract.Config) (contract.Verdict, error)
	// CheckSbatch says what is wrong with options for sbatch, if bench cannot pass
	// them on. If nil, nothing is.
	CheckSbatch func(options []string) error
	// Incomplete says that a plugin is missing, which has been reported: a type
	// that is not known may be one of its own.
	Incomplete bool
	// Idle names the components of plugins that were not started, since the file
	// names none of theirs: they can be meant.
	Idle []contract.Component
	// Unfetched says that data which names stand for may be missing.
	Unfetched bool
}

// binder collects what Bind finds.
type binder struct {
	*blocks.Reader
	file    *File
	catalog Catalog
	exp     *Experiment
	// declared holds the blocks of each kind by name.
	declared map[contract.Kind]map[string]*hclsyntax.Block
	metrics  []metricBlock
	sets     *hclsyntax.Block // that asks for prediction sets; nil without one
	partial  bool             // some dataset, encoder, learner, reduction or grid has mistakes
}

// metricBlock is a metric as references find it.
type metricBlock struct {
	kind  string // the type, for example "f1"
	name  string // "f1(average=macro)", or what the name attribute says
	block *hclsyntax.Block
	bound *Metric // nil if the block has mistakes
}

// component finds the type that a block names, by its own name or a synonym.
func (b *binder) component(kind contract.Kind, name string, at hcl.Range) (contract.Component, bool) {
	c, found, wrong := b.find(kind, name)
	for _, d := range wrong {
		b.Errorf(mistake.UnknownType, at, d.Summary, "%s", d.Detail)
	}
	return c, found
}

// find finds a type, or says what is wrong with its name. Where a plugin is missing it may
// do neither.
func (b *binder) find(kind contract.Kind, name string) (c contract.Component, found bool, wrong []contract.Diagnostic) {
	name = CommonName(name)
	var names []string
	for _, c := range b.catalog.Components {
		if c.Kind != kind {
			continue
		}
		if c.Name == name {
			return c, true, nil
		}
		names = append(names, c.Name)
	}
	for _, c := range b.catalog.Idle {
		if c.Kind == kind {
			names = append(names, c.Name)
		}
	}
	if kind.InPlugins() {
		if b.catalog.Incomplete {
			return c, false, nil
		}
		slices.Sort(names) // which plugins were started does not matter
	}
	detail := wording.Instead(name, names, fmt.Sprintf("The %s types are", kind), synonymsOf(names)...)
	if kind == contract.KindLearner {
		detail = cmp.Or(learnerElsewhere(name, names), detail)
	}
	unknown := contract.As(mistake.UnknownType).Errorf(nil, fmt.Sprintf("There is no %s type %q", kind, name),
		"%s", detail)
	return c, false, []contract.Diagnostic{unknown}
}

// synonymsOf returns the other names of types, in a fixed order.
func synonymsOf(types []string) []string {
	return lists.Filter(slices.Sorted(maps.Keys(synonyms)),
		func(other string) bool { return slices.Contains(types, synonyms[other]) })
}

// start is where to point when something is not written: the experiment block,
// else nowhere.
func (b *binder) start() hcl.Range {
	if blocks := b.file.of("experiment"); len(blocks) > 0 {
		return blocks[0].DefRange()
	}
	return hcl.Range{}
}

// offered reports whether a component is a plugin's, not bench's own.
func (b *binder) offered(c contract.Component) bool {
	return c.Kind.InPlugins() && !c.BuiltIn && !(c.Kind == contract.KindMetric && metric.BuiltIn(c.Name))
}

// validate asks the catalog about a component of a plugin, and the component itself otherwise.
func (b *binder) validate(c contract.Component, cfg contract.Config) (contract.Verdict, error) {
	if b.offered(c) && b.catalog.Validate != nil {
		return b.catalog.Validate(c, cfg)
	}
	return c.Judge(cfg), nil
}

// isFolderName reports whether a name can be that of a folder.
func isFolderName(name string) bool {
	return name != "" && name != "." && !strings.Contains(name, "..") && !strings.ContainsAny(name, `/\`) &&
		!strings.ContainsFunc(name, unicode.IsControl)
}
