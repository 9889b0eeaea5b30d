package experimenter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/syntax"
)

// choice is what the experiment file compares.
type choice struct {
	learners []block
	grids    []combined // of learners with an encoder and a reduction
	left     int        // classifiers without a counterpart
	comments []string   // on these
	baseline string     // the first classifier, with which WEKA compares the others
	taken    map[string]bool
	// with and without are the datasets with categorical columns, and the others.
	with, without []string
}

// block is the block of a learner.
type block struct {
	name, encoder, text string
	remarks             []string // the classifiers that it stands for, and what differs
}

// combined is a grid: learners that share encoder, reduction and datasets.
type combined struct {
	encoder, reduction string
	datasets           []string // nil for all
	learners           []string
}

// add takes a classifier: as a learner of bench, as one of WEKA's pack, or as a comment.
func (c *choice) add(classifier Classifier, weka bool) {
	line := wording.Line(strings.TrimSpace(classifier.Class + " " + joined(classifier.Options)))
	if weka {
		p := &counterpart{encoder: "factors", reduction: "direct"}
		c.place(p, nil, packed(classifier), snake(short(classifier.Class)), line)
		return
	}
	p, why := translate(classifier)
	if p != nil {
		c.own(p, nameOf(classifier), line)
		return
	}
	c.left++
	block := strings.ReplaceAll(fmt.Sprintf(packed(classifier), syntax.Quote(nameOf(classifier))), "\n", "\n#   ")
	said := wording.Wrap(fmt.Sprintf("Not imported: %s: %s. WEKA's pack (make pack-weka) runs it, with encoder "+
		"\"ordinal\" and reduction \"direct\":", wording.Cut(line, 500), why), "# ", "# ", 100)
	c.comments = append(c.comments, fmt.Sprintf("%s\n#   %s\n", strings.TrimRight(said, "\n"), block))
}

// own adds a learner of bench; where datasets with categories need another one, each for its datasets.
func (c *choice) own(p *counterpart, name, line string) {
	format := func(p *counterpart) string {
		if len(p.attributes) == 0 {
			return fmt.Sprintf("learner %q %%s {}", p.learner)
		}
		return fmt.Sprintf("learner %q %%s {\n%s\n}", p.learner, strings.Join(p.attributes, "\n"))
	}
	other := p.withCategories
	switch {
	case other == nil || len(c.with) == 0:
		c.place(p, nil, format(p), name, line)
	case len(c.without) == 0:
		c.place(other, nil, format(other), name, line)
	default:
		c.place(p, c.without, format(p), name, line)
		c.place(other, c.with, format(other), name, line)
	}
}

// nameOf is the name of a classifier, or of the one that MultiClassClassifier reduces to.
func nameOf(c Classifier) string {
	if short(c.Class) == "MultiClassClassifier" {
		own, _ := parted(c.Options)
		return snake(short(optionsOf(own).text("W", usualBase)))
	}
	return snake(short(c.Class))
}

// packed is the block of a classifier that WEKA's pack trains, for a name.
func packed(c Classifier) string {
	text := fmt.Sprintf("learner \"weka\" \x00 {\n  classifier = %s", syntax.Quote(c.Class))
	if len(c.Options) > 0 {
		text += fmt.Sprintf("\n  options = %s", syntax.Quote(joined(c.Options)))
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "%", "%%"), "\x00", "%s") + "\n}"
}

// place adds the block of a classifier, unless there is one like it, and its combination.
func (c *choice) place(p *counterpart, datasets []string, format, name, line string) {
	at := slices.IndexFunc(c.learners, func(b block) bool {
		return b.encoder == p.encoder && b.text == fmt.Sprintf(format, syntax.Quote(b.name))
	})
	if at < 0 {
		at = len(c.learners)
		name = unique(name, c.taken)
		c.learners = append(c.learners, block{name: name, encoder: p.encoder, text: fmt.Sprintf(format,
			syntax.Quote(name))})
	}
	b := &c.learners[at]
	for _, remark := range append([]string{wording.Cut(line, 300)}, p.remarks...) {
		if !slices.Contains(b.remarks, remark) {
			b.remarks = append(b.remarks, remark)
		}
	}
	c.combine(combined{encoder: p.encoder, reduction: p.reduction, datasets: datasets}, b.name)
	if c.baseline == "" && c.left == 0 {
		c.baseline = b.name + "/" + p.reduction
	}
}

// combine adds a learner to the grid of an encoder, a reduction and datasets.
func (c *choice) combine(like combined, learner string) {
	for i := range c.grids {
		g := &c.grids[i]
		if g.encoder != like.encoder || g.reduction != like.reduction || !slices.Equal(g.datasets, like.datasets) {
			continue
		}
		if slices.Contains(g.learners, learner) {
			c.comments = append(c.comments, fmt.Sprintf("# Two classifiers of the setup are the same here: %s with %s.\n",
				learner, like.reduction))
		} else {
			g.learners = append(g.learners, learner)
		}
		return
	}
	like.learners = []string{learner}
	c.grids = append(c.grids, like)
}

// write writes encoders, learners, reductions and grids, then what could not be had.
func (c *choice) write(t *text) {
	for _, comment := range c.comments {
		t.line("%s", comment)
	}
	if len(c.learners) == 0 {
		t.remark("No classifier of the setup has a counterpart in bench: the most frequent class is predicted instead.")
		stand := &counterpart{learner: "majority", encoder: "standard", reduction: "direct"}
		c.own(stand, "majority", "Stands for the classifiers that were not imported.")
	}
	usedEncoders, usedReductions := map[string]bool{}, map[string]bool{}
	for _, g := range c.grids {
		usedEncoders[g.encoder], usedReductions[g.reduction] = true, true
	}
	for _, name := range sorted(usedEncoders) {
		t.line("%s", encoders[name])
	}
	for _, b := range c.learners {
		t.line("")
		for _, remark := range b.remarks {
			t.remark("%s", remark)
		}
		t.line("%s", b.text)
	}
	t.line("")
	for _, name := range sorted(usedReductions) {
		t.line("%s", reductions[name])
	}
	for _, g := range c.grids {
		t.line("\ngrid %s {", syntax.Quote(unique(g.reduction+"_"+g.encoder, c.taken)))
		if g.datasets != nil {
			t.line("  datasets = [dataset.%s]", strings.Join(g.datasets, ", dataset."))
		}
		t.line("  encoders = [encoder.%s]\n  learners = [learner.%s]\n  reductions = [reduction.%s]\n}", g.encoder,
			strings.Join(g.learners, ", learner."), g.reduction)
	}
	t.line("")
}

// table writes the metric, and a table that compares with the first classifier as WEKA's Analyse panel does.
func (c *choice) table(t *text) {
	t.line("metric \"accuracy\" {} # WEKA's Percent_correct is 100 times this\n")
	t.line("table \"accuracy\" {\n  metric = metric.accuracy\n  columns = [\"learner\", \"reduction\"]")
	if c.baseline != "" {
		t.line("  baseline = %s # by the corrected t-test, as in WEKA's Analyse panel", syntax.Quote(c.baseline))
	}
	t.line("}")
}
