package openml

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/parquetfile"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/remote/answer"
)

// columns are those of a dataset, in order.
type columns []column

type column struct {
	name, kind          string // kind is nominal, numeric, string or date
	levels              []string
	target, ignored, id bool
}

func (c columns) names(of func(column) bool) []string {
	return lists.Map(lists.Filter(c, of), func(c column) string { return c.name })
}

// roles sets what columns are used for. The target of a task takes the place of that of the dataset.
func (c columns) roles(e *named.Entry, target string) {
	e.Columns = &named.Columns{Target: c.names(func(c column) bool { return c.target })}
	if target != "" {
		e.Columns.Target = []string{target}
	}
	e.Columns.Drop = c.names(func(c column) bool {
		dropped := c.ignored || c.id || c.kind == "string"
		return dropped && !slices.Contains(e.Columns.Target, c.name)
	})
}

// complete adds what a Parquet file does not say of its columns: which are categorical, and the order of their values.
func (c columns) complete(e *named.Entry, _ string, f named.File) error {
	if f.Format != "parquet" {
		return nil
	}
	for _, one := range c {
		if one.kind != "nominal" || len(one.levels) == 0 || slices.Contains(e.Columns.Drop, one.name) {
			continue
		}
		if e.Columns.Levels == nil {
			e.Columns.Levels = map[string][]string{}
		}
		e.Columns.Levels[one.name] = one.levels
	}
	return nil
}

// check compares the columns of a Parquet file, of which OpenML has no checksum, with those that it should have.
func (c columns) check(path string, f named.File) error {
	if f.Format != "parquet" {
		return nil
	}
	file, err := parquetfile.Open(path, source.Source{})
	if err != nil {
		return err
	}
	found := lists.Map(file.Attrs, func(a collect.Attribute) string { return a.Name })
	want := c.names(func(column) bool { return true })
	if !slices.Equal(found, want) {
		return fmt.Errorf("the Parquet file has %s, and OpenML says %s: %s", wording.Count(len(found), "column"),
			wording.Count(len(want), "column"), difference(found, want))
	}
	return nil
}

// difference names the first columns that are only on one side.
func difference(found, want []string) string {
	missing := lists.Filter(want, func(n string) bool { return !slices.Contains(found, n) })
	more := lists.Filter(found, func(n string) bool { return !slices.Contains(want, n) })
	switch {
	case len(missing) > 0:
		return wording.First(missing, 5) + " are missing"
	case len(more) > 0:
		return wording.First(more, 5) + " are too many"
	}
	return "their order is another"
}

// disagree says where the description names other columns than the features do, which count.
func (c columns) disagree(said *answer.Node) []string {
	var all []string
	for _, of := range []struct {
		attribute, what string
		mine            []string
	}{
		{"default_target_attribute", "target", c.names(func(c column) bool { return c.target })},
		{"ignore_attribute", "ignored columns", c.names(func(c column) bool { return c.ignored })},
		{"row_id_attribute", "row identifier", c.names(func(c column) bool { return c.id })},
	} {
		theirs := said.Strings(of.attribute)
		if len(theirs) == 1 && !c.has(theirs[0]) {
			theirs = lists.Map(strings.Split(theirs[0], ","), strings.TrimSpace)
		}
		slices.Sort(theirs)
		mine := slices.Sorted(slices.Values(of.mine))
		if !slices.Equal(mine, theirs) {
			all = append(all, fmt.Sprintf("its description says %s: %s, and its features say %s; the features count", of.what,
				orNone(theirs), orNone(mine)))
		}
	}
	return all
}

func (c columns) has(name string) bool {
	return slices.ContainsFunc(c, func(c column) bool { return c.name == name })
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return wording.First(names, 5)
}

// texts says which targets are texts, whose values are taken as classes.
func (c columns) texts(targets []string) []string {
	var all []string
	for _, one := range c {
		if one.kind == "string" && slices.Contains(targets, one.name) {
			all = append(all, fmt.Sprintf("its target %q is text; each text is taken as a class", one.name))
		}
	}
	return all
}
