// Package encode turns the columns of a table into the numeric features that
// learners see. An encoder is fitted on the training rows of a fold and on
// nothing else. The Fitted then makes the features of rows in two ways: those of
// rows that nothing was learnt from, and, by its Training, those of the rows it
// was fitted to. The two differ for encoders that look at classes: what a
// training row gets must not come from its own class.
package encode

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// kinds are all types of encoder, in the order in which they are listed for users. A
// new one is its file, its description in docs, and its row here.
func kinds() []kind {
	list := slices.Concat(
		[]kind{oneHotKind(), hashingKind(), targetKind(), ordinalKind(), frequencyKind(), base2(), baseN()},
		lists.Map(codings(), coding.kind),
		[]kind{woeKind(), jamesSteinKind(), catboostKind(), quantileKind(), binningKind(), piecewiseLinearKind(), pcaKind(),
			noneKind(), composeKind()})
	for i := range list {
		c := &list[i].Component
		c.Kind, c.BuiltIn = contract.KindEncoder, true
		c.Capabilities.Properties = contract.Deterministic
		c.Doc = description(c.Name)
		c.Validate = func(cfg contract.Config) []contract.Diagnostic {
			_, diags := parse(c.Name, cfg)
			return diags
		}
	}
	return list
}

//go:embed docs
var docs embed.FS

// description reads that of a type, as one paragraph.
func description(name string) string {
	text, err := docs.ReadFile("docs/" + name + ".md")
	if err != nil {
		panic(err)
	}
	return strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", " ")
}

// Components describes the encoder types of an experiment file.
func Components() []contract.Component {
	return lists.Map(kinds(), func(k kind) contract.Component { return k.Component })
}

// synonyms are other names of types, as in the label of a block.
var synonyms = map[string]string{"onehot": "one_hot", "counters": "target"}

// find finds a type by its name or a synonym.
func find(typ string) (kind, error) {
	if other, ok := synonyms[typ]; ok {
		typ = other
	}
	all := kinds()
	if i := slices.IndexFunc(all, func(k kind) bool { return k.Name == typ }); i >= 0 {
		return all[i], nil
	}
	names := lists.Map(all, func(k kind) string { return k.Name })
	return kind{}, fmt.Errorf("there is no encoder type %q; the types are %s", typ, strings.Join(names, ", "))
}

// New builds an encoder of a type that [Components] describes. Attributes that
// the configuration leaves out have their defaults.
func New(typ string, cfg contract.Config) (Encoder, error) {
	return built(typ, cfg, nil)
}

// Composed builds an encoder of type compose. Where a part is that of a plugin, [OfPlugin]
// has built it; for parts of bench's own there is nil.
func Composed(cfg contract.Config, parts []Encoder) (Encoder, error) {
	return built("compose", cfg, parts)
}

func built(typ string, cfg contract.Config, parts []Encoder) (Encoder, error) {
	e, diags := parse(typ, cfg, parts...)
	if err := contract.FirstError(diags); err != nil {
		return nil, fmt.Errorf("encoder %s: %w", typ, err)
	}
	return e, nil
}

// OfPlugin is an encoder that a plugin offers, with the capabilities that it has under its
// configuration. One that learns from classes is fitted without each of some folds; 0
// means 5. Without a Plugin to ask it can be checked only.
func OfPlugin(c contract.Component, can contract.Capabilities, folds int, p Plugin) Encoder {
	if folds == 0 {
		folds = foldsOfPlugins
	}
	if !can.Has(contract.LearnsTarget) {
		folds = 0
	}
	return asEncoder(c.Name, &offered{name: c.Name, can: can, folds: folds, plugin: p})
}

// parse reads the configuration of a type, of a composed encoder with the parts that are
// encoders of plugins. With an error among the diagnostics there is no encoder.
func parse(typ string, cfg contract.Config, given ...Encoder) (*encoder, []contract.Diagnostic) {
	k, err := find(typ)
	if err != nil {
		return nil, []contract.Diagnostic{contract.Errorf(nil, err.Error(), "Take one of these.")}
	}
	complete, diags := k.Complete(cfg)
	if contract.FirstError(diags) != nil {
		return nil, diags
	}
	e := asEncoder(k.Name, k.settings())
	if err := complete.Decode(e.settings); err != nil {
		return nil, append(diags, contract.Errorf(nil, err.Error(), "Correct the attribute."))
	}
	diags = slices.Concat(diags, e.common().checkCommon(), e.check())
	if c, ok := e.settings.(*composed); ok {
		diags = append(diags, c.read(given)...)
	}
	if contract.FirstError(diags) != nil {
		return nil, diags
	}
	return e, diags
}

// read reads the parts of a composed encoder. Of those that are given it reads the columns
// alone.
func (c *composed) read(given []Encoder) []contract.Diagnostic {
	if len(c.Parts) == 0 {
		return []contract.Diagnostic{contract.Errorf([]any{"parts"}, "there are no parts to join",
			"Write for example parts = [{ type = \"one_hot\" }].")}
	}
	var diags []contract.Diagnostic
	var parts []*encoder
	rest := -1
	for i, part := range c.Parts {
		path := []any{"parts", i}
		var other Encoder
		if i < len(given) {
			other = given[i]
		}
		inner, found := partOf(part, other)
		for _, d := range found {
			d.Path = slices.Concat(path, d.Path)
			diags = append(diags, d)
		}
		if inner == nil {
			continue
		}
		if i > 0 {
			inner.common().suffix = strconv.Itoa(i)
		}
		if inner.common().Columns == nil {
			if rest >= 0 {
				diags = append(diags, contract.Errorf(path, fmt.Sprintf("parts %d and %d both have no columns", rest, i),
					"One part may have none: it takes all columns that no other part names."))
			}
			rest = i
		}
		parts = append(parts, inner)
	}
	c.join(parts)
	return diags
}

// partOf reads a part of a composed encoder, of one of a plugin, which is given, the columns.
func partOf(part any, given Encoder) (*encoder, []contract.Diagnostic) {
	values, _ := part.(map[string]any)
	typ, ok := values["type"].(string)
	if !ok || typ == "compose" {
		return nil, []contract.Diagnostic{contract.Errorf(nil,
			"a part is an object with the type of an encoder other than compose",
			"Write for example { type = \"one_hot\", columns = [\"colour\"] }.")}
	}
	values = maps.Clone(values)
	delete(values, "type")
	if given == nil {
		return parse(typ, contract.NewConfig(values))
	}
	maps.DeleteFunc(values, func(name string, _ any) bool { return name != "columns" })
	columns, diags := parse("none", contract.NewConfig(values))
	if columns == nil {
		return nil, diags
	}
	own := *given.(*encoder).settings.(*offered)
	own.Columns = columns.common().Columns
	return asEncoder(own.name, &own), diags
}
