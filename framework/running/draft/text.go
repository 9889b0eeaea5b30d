package draft

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/syntax"
	"github.com/manyclass/bench/framework/running/prepare/suspects"
)

// Text is the experiment file, in canonical form, for a file in a folder: paths of data are relative to it.
func (d *Draft) Text(folder string) ([]byte, diagnostic.List) {
	var t text
	t.remark(d.seen())
	for _, note := range d.notes {
		t.remark(note)
	}
	t.line("\nexperiment %s {\n  seed = 1\n}\n", syntax.Quote(d.Name))
	d.dataset(&t, folder)
	d.encoder(&t)
	p := d.plan()
	p.write(&t)
	return syntax.Format(d.Name+".hcl", []byte(t.String()))
}

// seen says how large the table is and what its classes are.
func (d *Draft) seen() string {
	features, target := d.features(), d.table.Target
	said := fmt.Sprintf("%s with %s, and %d %s with these rows: %s.", wording.Count(d.table.Rows, "row"), features,
		target.K(), target.Kind(), wording.First(d.sizes(), 8))
	if missing := d.table.CountMissing(); missing > 0 {
		said += fmt.Sprintf(" %s without a value: numbers are replaced by the mean of the training rows, "+
			"texts are a value of their own (see impute in the documents of encoders).", wording.Are(missing, "cell"))
	}
	return said
}

// features says how many columns there are beside the target.
func (d *Draft) features() string {
	if s := d.table.Sparse; s != nil {
		return fmt.Sprintf("%d sparse features", s.Cols)
	}
	numeric, categorical := d.table.Kinds()
	switch {
	case categorical == 0:
		return wording.Count(numeric, "numeric column")
	case numeric == 0:
		return wording.Count(categorical, "categorical column")
	}
	return wording.Count(numeric, "numeric column") + " and " + wording.Count(categorical, "categorical column")
}

// sizes names the classes or labels with their rows.
func (d *Draft) sizes() []string {
	counts, names := d.counts(), d.table.Target.Names
	list := make([]string, len(names))
	for k, name := range names {
		list[k] = fmt.Sprintf("%s (%d)", wording.Cut(name, 40), counts[k])
	}
	return list
}

func (d *Draft) dataset(t *text, folder string) {
	s := d.Source
	path := func(file string) string {
		if relative, err := filepath.Rel(folder, file); err == nil {
			file = relative
		}
		return syntax.Quote(filepath.ToSlash(file))
	}
	t.line("dataset %s {", syntax.Quote(d.Name))
	t.line("file = %s", path(s.File))
	layoutOf(t, s.Layout)
	switch {
	case s.LabelsXML != "":
		t.line("labels_xml = %s", path(s.LabelsXML))
	case s.Target != "" && d.Guess:
		t.line("target = %s # a guess: bench new DATA -target COLUMN takes another one", syntax.Quote(string(s.Target)))
	case s.Target != "":
		t.line("target = %s", syntax.Quote(string(s.Target)))
	}
	if s.Discretize != nil {
		t.line("discretize = { quantiles = %d }", s.Discretize.Quantiles)
	}
	if s.Group != "" {
		t.line("group = %s", syntax.Quote(s.Group))
	}
	if len(s.Drop) > 0 {
		t.line("drop = [%s]", list(s.Drop))
	}
	if rare := d.rare(); rare > 0 {
		t.line("rare = { below = %d, as = \"drop\" } # %s with fewer rows than folds; as = \"other\" joins them",
			d.folds(), wording.Count(rare, "class"))
	}
	t.line("}\n")
}

// layoutOf writes how the file is written.
func layoutOf(t *text, s source.Layout) {
	if s.Format != "" {
		t.line("format = %s", syntax.Quote(s.Format))
	}
	if s.Delimiter != "" {
		t.line("delimiter = %s", syntax.Quote(s.Delimiter))
	}
	if s.SkipLines > 0 {
		t.line("skip_lines = %d", s.SkipLines)
	}
	if s.Header != nil {
		t.line("header = %t # columns have numbers as names", *s.Header)
	}
	if s.Missing != nil {
		t.line("missing = [%s]", list(s.Missing))
	}
}

// encoder writes the encoder: numbers are scaled, and values of columns with very many are hashed.
func (d *Draft) encoder(t *text) {
	if d.table.Sparse != nil {
		t.line("encoder \"one_hot\" \"features\" {\n  numeric = \"maxabs\" # keeps zeros, so that features stay sparse\n}\n")
		return
	}
	var many []string
	for i := range d.table.Columns {
		c := &d.table.Columns[i]
		if c.Kind == data.Categorical && len(c.Levels) > manyValues && !slices.Contains(d.Source.Drop, c.Name) {
			many = append(many, c.Name)
		}
	}
	if len(many) > 0 {
		t.remark(fmt.Sprintf("%s more than %d values: hashing gives them %d features.", suspects.Columns(many), manyValues,
			buckets))
		t.line("encoder \"hashing\" \"features\" {\n  buckets = %d\n}\n", buckets)
		return
	}
	t.line("encoder \"one_hot\" \"features\" {\n" +
		"  numeric = \"standard\" # mean 0, deviation 1; values of texts become columns\n}\n")
}
