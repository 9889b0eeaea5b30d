package experiment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
)

// encodes is a component as blocks configure it: the encoder of a plugin that learns from
// classes has an attribute which bench obeys.
func (b *binder) encodes(c contract.Component) contract.Component {
	if c.Kind == contract.KindEncoder && b.offered(c) && c.Capabilities.Has(contract.LearnsTarget) {
		c.Params = append(slices.Clone(c.Params), contract.FitFolds)
	}
	return c
}

// judged asks the plugin of an encoder about its configuration. Folds of an encoder that
// learns from no classes are a mistake.
func (b *binder) judged(i *Instance) (contract.Verdict, error) {
	verdict, err := b.validate(i.Component, i.Own())
	if err == nil && i.FitFolds() > 0 && !verdict.Capabilities.Has(contract.LearnsTarget) {
		verdict.Diagnostics = append(verdict.Diagnostics,
			contract.As(mistake.Conflict).Errorf([]any{contract.FitFolds.Name},
				"There is nothing to fit out of fold", "Encoder type %q learns from no classes here. Leave folds out.",
				i.Component.Name))
	}
	return verdict, err
}

// composed binds the encoders of plugins among the parts of a composed encoder. It returns the
// configuration that bench is to check, in which an encoder of its own stands for each of
// them, with their columns; what there is to say of the parts; and whether each part can be
// used, as far as bench's own encoders do not decide that.
func (b *binder) composed(i *Instance) (own contract.Config, said []contract.Diagnostic, usable bool) {
	values := i.Values()
	parts, _ := values[partsName].([]any)
	ours, usable := slices.Clone(parts), true
	for n, part := range parts {
		attributes, _ := part.(map[string]any)
		typ, named := attributes["type"].(string)
		if !named || typ == composeType {
			continue // it has an error of its own
		}
		at := []any{partsName, n}
		c, found, wrong := b.find(contract.KindEncoder, typ)
		switch {
		case !found:
			at, usable = append(at, "type"), false
		case !b.offered(c):
			continue
		default:
			if i.Parts == nil {
				i.Parts = make([]*Instance, len(parts))
			}
			i.Parts[n], wrong = b.part(i, n, b.encodes(c), attributes)
			usable = usable && i.Parts[n] != nil
		}
		said = append(said, within(at, wrong)...)
		ours[n] = standIn(attributes)
	}
	if i.Parts == nil && usable {
		return i.Config, said, true
	}
	if i.Parts != nil {
		i.Config = contract.NewConfig(values) // with the texts of files
	}
	values[partsName] = ours
	return contract.NewConfig(values), said, usable
}

// standIn is a part of bench's own with the columns of another.
func standIn(attributes map[string]any) map[string]any {
	other := map[string]any{"type": "none"}
	if columns, written := attributes["columns"]; written {
		other["columns"] = columns
	}
	return other
}

// within puts a path before those of remarks.
func within(path []any, said []contract.Diagnostic) []contract.Diagnostic {
	return lists.Map(said, func(d contract.Diagnostic) contract.Diagnostic {
		d.Path = slices.Concat(path, d.Path)
		return d
	})
}

// part is the encoder of a plugin that is a part of another, nil if it has mistakes.
func (b *binder) part(of *Instance, n int, c contract.Component,
	attributes map[string]any) (*Instance, []contract.Diagnostic) {
	for _, p := range c.Params {
		if name, is := attributes[p.Name].(string); is && p.Type == contract.FileType {
			text, read := b.Content(name, of.source.Locate([]any{partsName, n, p.Name}))
			if !read {
				return nil, nil
			}
			attributes[p.Name] = text
		}
	}
	values := maps.Clone(attributes)
	delete(values, "type")
	delete(values, "columns")
	config, said := c.Complete(contract.NewConfig(values))
	if contract.FirstError(said) != nil {
		return nil, said
	}
	part := &Instance{Name: fmt.Sprintf("%s, part %d", of.Name, n), Block: of.Block, Component: c, Config: config}
	verdict, err := b.judged(part)
	if err != nil {
		unchecked := contract.As(mistake.Unchecked).Errorf(nil,
			fmt.Sprintf("Encoder type %q could not be checked", c.Name), "%v.", err)
		return nil, []contract.Diagnostic{unchecked}
	}
	said = append(said, verdict.Diagnostics...)
	if contract.FirstError(said) != nil {
		return nil, said
	}
	part.Capabilities, part.Runtimes, part.Sources = verdict.Capabilities, verdict.Runtimes, verdict.Sources
	return part, said
}
