package loader

import (
	"errors"
	"slices"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/mulan"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
)

// findLabels finds out which columns are labels, if the data are multi-label.
func (l *loader) findLabels() error {
	in := l.files[0].Input
	switch {
	case l.source.Targets != nil:
		l.labelsBy = "target"
	case l.source.LabelsXML != "":
		l.labelsBy = "labels_xml"
		labels, err := mulan.Labels(l.source.LabelsXML)
		if err != nil {
			return of(err, "labels_xml")
		}
		positions := in.Positions()
		for _, label := range labels {
			if _, found := positions[label.Name]; !found {
				return label.At.Errorf("label %q is not a column of %s.%s Columns: %s", label.Name, in.Path,
					wording.Meant(label.Name, in.Names()), wording.Names(in.Names())).Of("labels_xml")
			}
			l.source.Targets = append(l.source.Targets, label.Name)
		}
		slices.SortFunc(l.source.Targets, func(a, b string) int { return positions[a] - positions[b] }) // as Mulan has them
	case l.source.Target == "" && in.Labels != nil:
		names, err := in.Labels()
		if err != nil || names == nil {
			return err
		}
		l.labelsBy, l.source.Targets = "the relation's -C", names
		if len(l.files) == 2 {
			var other []string
			if l.files[1].Labels != nil {
				other, err = l.files[1].Labels()
			}
			if err == nil && !slices.Equal(names, other) {
				err = l.files[1].LabelsAt.Errorf("the relation names other labels than that of file, which are %s",
					wording.Names(names))
			}
			return data.InFile(1, err)
		}
	}
	return nil
}

// of makes a defect point at an attribute.
func of(err error, path ...any) error {
	if defect, ok := err.(*data.Error); ok {
		return defect.Of(path...)
	}
	return err
}

// labelPath leads to the attribute that names the j-th label.
func (l *loader) labelPath(j int) []any {
	switch l.labelsBy {
	case "target":
		return []any{"target", j}
	case "labels_xml":
		return []any{"labels_xml"}
	}
	return nil
}

// assign finds the columns that the source names and gives each its role.
func (l *loader) assign() error {
	in, s := l.files[0].Input, l.source
	position := in.Positions()
	if s.Target == "" && s.Targets == nil {
		if !l.format.LastIsTarget {
			return data.Place{File: in.Path}.Errorf("the class column is not named: write target = \"…\"; columns: %s",
				wording.Names(in.Names())).Of("target")
		}
		s.Target = source.Target(in.Declared()[len(in.Declared())-1].Name)
	}
	roles := make([]collect.Role, len(in.Attrs))
	used := make([]string, len(in.Attrs))
	var errs []error
	give := func(option, name string, r collect.Role, path ...any) {
		i, found := position[name]
		switch {
		case !found:
			errs = append(errs, unknownColumn(in, option, name).Of(path...))
		case used[i] != "" && used[i] != option:
			errs = append(errs, data.Place{File: in.Path}.Errorf("column %q is named by %s and by %s", name, used[i],
				option).Of(path...))
		default:
			roles[i], used[i] = r, option
		}
	}
	if s.Targets == nil {
		path := "target"
		if s.Discretize != nil && s.Discretize.Target != "" {
			path = "discretize"
		}
		give("target", string(s.Target), collect.Target, path)
	}
	for j, name := range s.Targets {
		give(l.labelsBy, name, collect.Label, l.labelPath(j)...)
	}
	for _, by := range []struct {
		option, column string
		role           collect.Role
	}{
		{"split", s.Split, collect.Split}, {"fold", s.Fold, collect.Fold}, {"group", s.Group, collect.Group},
		{"weights", s.Weights, collect.Weights},
	} {
		if by.column != "" {
			give(by.option, by.column, by.role, by.option)
		}
	}
	switch {
	case in.Weights == "" || slices.Contains(s.Drop, in.Weights):
	case s.Weights == "":
		give("weights", in.Weights, collect.Weights)
	default:
		roles[position[in.Weights]] = collect.Dropped // another column was asked for
	}
	for i, name := range s.Drop {
		give("drop", name, collect.Dropped, "drop", i)
	}
	for _, name := range source.SortedKeys(s.Types) {
		if _, found := position[name]; !found {
			errs = append(errs, unknownColumn(in, "types", name).Of("types", contract.Key(name)))
		}
	}
	return errors.Join(append(errs, l.collect(roles))...)
}

// collect makes the collectors of all columns.
func (l *loader) collect(roles []collect.Role) error {
	var errs []error
	for i, a := range l.files[0].Attrs {
		kind := l.source.Types[a.Name]
		if err := refusal(a, l.files[0].path, roles[i], kind); err != nil {
			errs = append(errs, err)
		}
		c := collect.New(i, a, roles[i], kind, l.source.Notation())
		if len(l.files) == 2 && c.Text != nil && c.Text.IsFixed {
			c.Text.Declare(l.files[1].Attrs[i].Levels)
		}
		l.columns = append(l.columns, c)
	}
	return errors.Join(errs...)
}

// refusal says that a column cannot be read for its role, if so.
func refusal(a collect.Attribute, file string, r collect.Role, kind string) error {
	at := data.Place{File: file, Line: a.Line}
	switch {
	case r == collect.Dropped:
	case a.Declared == collect.DeclaredOther:
		return at.Errorf("column %q is %s, which cannot be read; expected numbers or categories. To leave it out write "+
			"drop = [%[1]q]", a.Name, a.Kind)
	case a.Declared == collect.DeclaredString && r == collect.Feature && kind == "":
		return at.Errorf("attribute %q is %s, which cannot be a feature; expected numbers or categories. To leave it out "+
			"write drop = [%[1]q], to take its texts as categories types = { %[1]q = \"categorical\" }", a.Name, a.Kind)
	}
	return nil
}

// unknownColumn says that the file does not have a column.
func unknownColumn(in *reader.Input, option, name string) *data.Error {
	names := in.Names()
	return data.Place{File: in.Path, Line: in.Header.Line}.Errorf("%s names column %q, which the file does not have.%s "+
		"Columns: %s%s",
		option, name, wording.Meant(name, names), wording.Names(names), reader.HeaderHint(in))
}
