package draft

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/evaluation/metric"
)

// Look reads a data file. Errors are those of [loader.Table], and of wishes that the file cannot fulfil.
func Look(path string, w Wishes) (*Draft, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	d := &Draft{Name: nameOf(path), Source: source.Source{File: absolute}, Guess: w.Target == "", wishes: w}
	names, err := d.layout()
	if err != nil {
		return nil, err
	}
	d.Source.Group = w.Group
	if err := d.findTarget(names, w.Target); err != nil {
		return nil, err
	}
	if err := d.missing(); err != nil {
		return nil, err
	}
	d.roles()
	return d, d.check()
}

// check refuses wishes that the file cannot fulfil.
func (d *Draft) check() error {
	columns := lists.Map(d.table.Columns, func(c data.Column) string { return c.Name })
	for _, name := range d.wishes.Drop {
		if !slices.Contains(columns, name) {
			return fmt.Errorf("-drop %s: %s", name, wording.Instead(name, columns, "the columns are"))
		}
	}
	if groups := d.groups(); d.Source.Group != "" && groups < max(2, d.wishes.Folds) {
		return fmt.Errorf("-group %s: there are only %s: at least as many as folds are needed, and two", d.Source.Group,
			wording.Count(groups, "group"))
	}
	if d.wishes.Metric == "" {
		return nil
	}
	spec := metric.Spec{Name: d.wishes.Metric, Type: d.wishes.Metric}
	types := lists.Map(metric.Components(), func(c contract.Component) string { return c.Name })
	switch {
	case !slices.Contains(types, spec.Type):
		return fmt.Errorf("-metric %s: %s", spec.Type, wording.Instead(spec.Type, types, "the metrics are"))
	case !spec.Suits(d.table.Target.MultiLabel):
		return fmt.Errorf("-metric %s: it is for other data: these rows have %s", spec.Type,
			map[bool]string{true: "several labels each", false: "one class each"}[d.table.Target.MultiLabel])
	}
	return nil
}

// nameOf makes a name of a block of the name of a file.
func nameOf(path string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(filepath.Base(path), "."), ".")
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, name)
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "data_" + name
	}
	return name
}
