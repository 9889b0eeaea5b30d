package data

import (
	"errors"
	"slices"

	"github.com/manyclass/bench/framework/wording"
)

// findLabels finds out which columns are labels, if the data are multi-label.
func (l *loader) findLabels() error {
	in := l.files[0].input
	switch {
	case l.source.Targets != nil:
		l.labelsBy = "target"
	case l.source.LabelsXML != "":
		l.labelsBy = "labels_xml"
		labels, err := readLabels(l.source.LabelsXML)
		if err != nil {
			return of(err, "labels_xml")
		}
		positions := in.positions()
		for _, label := range labels {
			if _, found := positions[label.name]; !found {
				return label.at.errorf("label %q is no column of %s.%s Columns: %s", label.name, in.path, wording.Meant(label.name, in.names()), wording.Names(in.names())).of("labels_xml")
			}
			l.source.Targets = append(l.source.Targets, label.name)
		}
	case l.source.Target == "" && in.labels != nil:
		names, err := in.labels()
		if err != nil || names == nil {
			return err
		}
		l.labelsBy, l.source.Targets = "the relation's -C", names
		if len(l.files) == 2 {
			var other []string
			if l.files[1].labels != nil {
				other, err = l.files[1].labels()
			}
			if err == nil && !slices.Equal(names, other) {
				err = l.files[1].labelsAt.errorf("the relation names other labels than that of file, which are %s", wording.Names(names))
			}
			return inFile(1, err)
		}
	}
	return nil
}

// of makes a defect point at an attribute.
func of(err error, path ...any) error {
	if defect, ok := err.(*Error); ok {
		return defect.of(path...)
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
	in, s := l.files[0].input, l.source
	position := in.positions()
	if s.Target == "" && s.Targets == nil {
		if !l.format.LastIsTarget {
			return place{file: in.path}.errorf("the class column is not named: write target = \"…\"; columns: %s", wording.Names(in.names())).of("target")
		}
		s.Target = Target(in.attrs[len(in.attrs)-1].name)
	}
	roles := make([]role, len(in.attrs))
	used := make([]string, len(in.attrs))
	var errs []error
	give := func(option, name string, r role, path ...any) {
		i, found := position[name]
		switch {
		case !found:
			errs = append(errs, unknownColumn(in, option, name).of(path...))
		case used[i] != "" && used[i] != option:
			errs = append(errs, place{file: in.path}.errorf("column %q is named by %s and by %s", name, used[i], option).of(path...))
		default:
			roles[i], used[i] = r, option
		}
	}
	if s.Targets == nil {
		give("target", string(s.Target), asTarget, "target")
	}
	for j, name := range s.Targets {
		give(l.labelsBy, name, label, l.labelPath(j)...)
	}
	if s.Split != "" {
		give("split", s.Split, split, "split")
	}
	if s.Fold != "" {
		give("fold", s.Fold, fold, "fold")
	}
	if s.Group != "" {
		give("group", s.Group, group, "group")
	}
	if s.Weights != "" {
		give("weights", s.Weights, weights, "weights")
	}
	for i, name := range s.Drop {
		give("drop", name, dropped, "drop", i)
	}
	for _, name := range sortedKeys(s.Types) {
		if _, found := position[name]; !found {
			errs = append(errs, unknownColumn(in, "types", name).of("types", name))
		}
	}
	return errors.Join(append(errs, l.collect(roles))...)
}

// collect makes the collectors of all columns.
func (l *loader) collect(roles []role) error {
	var errs []error
	for i, a := range l.files[0].attrs {
		kind := l.source.Types[a.name]
		if err := refusal(a, l.files[0].path, roles[i], kind); err != nil {
			errs = append(errs, err)
		}
		c := newCollector(i, a, roles[i], kind, l.source.notation())
		if len(l.files) == 2 && c.text != nil && c.text.isFixed {
			c.text.declare(l.files[1].attrs[i].levels)
		}
		l.columns = append(l.columns, c)
	}
	return errors.Join(errs...)
}

// refusal says that a column cannot be read for its role, if so.
func refusal(a attribute, file string, r role, kind string) error {
	at := place{file: file, line: a.line}
	switch {
	case r == dropped:
	case a.declared == declaredOther:
		return at.errorf("column %q is %s, which cannot be read; expected numbers or categories. To leave it out write drop = [%[1]q]", a.name, a.kind)
	case a.declared == declaredString && r == feature && kind == "":
		return at.errorf("attribute %q is %s, which is no feature; expected numbers or categories. To leave it out write drop = [%[1]q], to take its texts as categories types = { %[1]q = \"categorical\" }", a.name, a.kind)
	}
	return nil
}

// unknownColumn says that a name is none of the columns.
func unknownColumn(in *input, option, name string) *Error {
	names := in.names()
	return place{file: in.path, line: in.header.line}.errorf("%s names column %q, which the file does not have.%s Columns: %s%s",
		option, name, wording.Meant(name, names), wording.Names(names), headerHint(in))
}
