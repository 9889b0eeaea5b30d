package encode

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
)

// kinds are all types of encoder, in the order in which they are listed for users. A
// new one is its file and its name here.
func kinds() []kind {
	list := slices.Concat([]kind{oneHot(), hashing(), counting(), ordinal(), frequency(), base2(), baseN()},
		contrastKinds(), []kind{weightOfEvidence(), steins(), catboost(), quantileKind(), binning(), piecewiseLinear(),
			pca(), none(), compose()})
	for i := range list {
		c := &list[i].Component
		c.Kind, c.Capabilities, c.Validate = contract.KindEncoder, contract.Capabilities{Deterministic: true},
			validate(c.Name)
		c.BuiltIn = true
	}
	return list
}

// Components describes the encoder types of an experiment file.
func Components() []contract.Component {
	return lists.Map(kinds(), func(k kind) contract.Component { return k.Component })
}

// synonyms are other names of types, as in the label of a block.
var synonyms = map[string]string{"onehot": "one_hot", "counters": "target"}

// validate returns the check of a type's configuration.
func validate(typ string) func(contract.Config) []contract.Diagnostic {
	return func(cfg contract.Config) []contract.Diagnostic {
		_, diags := parse(typ, cfg)
		return diags
	}
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
	e := &encoder{kind: k, bucketName: "hash", latest: &latest{}, settings: settings{Base: 2}}
	if err := complete.Decode(&e.settings); err != nil {
		return nil, append(diags, contract.Errorf(nil, err.Error(), "Correct the attribute."))
	}
	diags = append(diags, e.checkNumeric()...)
	diags = append(diags, e.checkCategorical()...)
	diags = append(diags, e.checkCounters()...)
	diags = append(diags, e.checkComponents()...)
	diags = append(diags, e.checkQuantiles()...)
	diags = append(diags, e.checkModel()...)
	if k.Name == "compose" {
		diags = append(diags, e.addParts(given)...)
	}
	if contract.FirstError(diags) != nil {
		return nil, diags
	}
	return e, diags
}

// find finds a type by its name or a synonym.
func find(typ string) (kind, error) {
	if other, ok := synonyms[typ]; ok {
		typ = other
	}
	var names []string
	for _, k := range kinds() {
		if k.Name == typ {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return kind{}, fmt.Errorf("there is no encoder type %q; the types are %s", typ, strings.Join(names, ", "))
}

// addParts reads the parts of a composed encoder. Of those that are given it reads the
// columns alone.
func (e *encoder) addParts(given []Encoder) []contract.Diagnostic {
	if len(e.Parts) == 0 {
		return []contract.Diagnostic{contract.Errorf([]any{"parts"}, "there are no parts to join",
			"Write for example parts = [{ type = \"one_hot\" }].")}
	}
	var diags []contract.Diagnostic
	rest := -1
	for i, part := range e.Parts {
		path := []any{"parts", i}
		values, _ := part.(map[string]any)
		typ, ok := values["type"].(string)
		if !ok || typ == "compose" {
			diags = append(diags, contract.Errorf(path, "a part is an object with the type of an encoder other than compose",
				"Write for example { type = \"one_hot\", columns = [\"colour\"] }."))
			continue
		}
		values = maps.Clone(values)
		delete(values, "type")
		other := i < len(given) && given[i] != nil
		if other {
			typ = "none"
			maps.DeleteFunc(values, func(name string, _ any) bool { return name != "columns" })
		}
		inner, found := parse(typ, contract.NewConfig(values))
		for _, d := range found {
			d.Path = append(path[:2:2], d.Path...)
			diags = append(diags, d)
		}
		if inner == nil {
			continue
		}
		if other {
			inner.kind = given[i].(*encoder).kind
		}
		if i > 0 {
			inner.bucketName += strconv.Itoa(i)
		}
		if inner.Columns == nil {
			if rest >= 0 {
				diags = append(diags, contract.Errorf(path, fmt.Sprintf("parts %d and %d both go without columns", rest, i),
					"One part may: it takes all columns that no other part names."))
			}
			rest = i
		}
		e.parts = append(e.parts, inner)
	}
	return diags
}
