package plan

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// ingredients are the parts of a combination before they have hashes.
type ingredients struct {
	Identity
	dataset, encoder, learner, reduction, validation Part
	second, inner                                    map[string]Part
}

func sample() ingredients {
	config := func(text string) contract.Config { return contract.Config(text) }
	return ingredients{
		Identity:   Identity{Protocol: 1, Seed: 7},
		dataset:    Part{Kind: contract.KindDataset, Type: "dataset", Config: config(`{"file":"d.csv"}`), Content: "d"},
		encoder:    Part{Kind: contract.KindEncoder, Type: "one_hot", Config: config(`{"numeric":"standard"}`)},
		learner:    Part{Kind: contract.KindLearner, Type: "logreg", Config: config(`{"C":1}`), Plugin: origin("l")},
		reduction:  Part{Kind: contract.KindReducer, Type: "ecoc", Config: config(`{"matrix":[[1],[-1]]}`), Plugin: origin("r")},
		validation: Part{Kind: contract.KindValidation, Type: "kfold", Config: config(`{"folds":5}`)},
		second:     map[string]Part{"learner": {Kind: contract.KindLearner, Type: "lda", Config: config(`{}`), Plugin: origin("s")}},
	}
}

func origin(sha string) *service.Origin {
	return &service.Origin{Name: "plugin " + sha, Version: "1", SHA256: sha, Runtimes: map[string]string{"python": "3.12", "library": "1.4"}}
}

// into writes a combination with two folds down in a plan.
func (in ingredients) into(p *Plan) Identity {
	i := in.Identity
	i.Dataset, i.Encoder, i.Learner = p.AddPart(in.dataset), p.AddPart(in.encoder), p.AddPart(in.learner)
	i.Reduction, i.Validation = p.AddPart(in.reduction), p.AddPart(in.validation)
	for name, part := range in.inner {
		i.Encoders = map[string]string{name: p.AddPart(part)}
	}
	for name, part := range in.second {
		if i.Learners == nil {
			i.Learners = map[string]string{}
		}
		i.Learners[name] = p.AddPart(part)
	}
	h := p.Add(i)
	for fold := range 2 {
		p.Cells = append(p.Cells, Cell{Key: Key(h, 0, fold), Identity: h, Combination: Combination{Dataset: "d", Encoder: "e", Learner: "l", Reduction: "r"}, Fold: fold})
	}
	return i
}

func (in ingredients) key() string { return Key(in.into(&Plan{}).Hash(), 0, 3) }

// Keys are stored with results: a change here makes everybody compute anew.
func TestKeyIsPinned(t *testing.T) {
	if key := sample().key(); key != "3fed41e1b2cba82e467195d95fe94b4b" {
		t.Errorf("key %s", key)
	}
	if seed := Seed(7, "train", "x"); seed != 1574430151162440544 {
		t.Errorf("seed %d", seed)
	}
}

// changed lists changes of everything that counts, with what is said of them.
var changed = []struct {
	name   string
	change func(*ingredients)
	says   string
}{
	{"protocol", func(i *ingredients) { i.Protocol++ }, "protocol 1 → 2"},
	{"seed", func(i *ingredients) { i.Seed++ }, "seed 7 → 8"},
	{"training rows", func(i *ingredients) { i.Train = true }, "a metric on the training rows"},
	{"timing", func(i *ingredients) { i.Isolated = true }, "timing shared → isolated"},
	{"table", func(i *ingredients) { i.dataset.Content = "e" }, "dataset d: content d → e"},
	{"options", func(i *ingredients) {
		i.dataset.Content, i.dataset.Config = "f", contract.Config(`{"file":"d.csv","rows":9}`)
	}, "dataset d: content d → f, rows unset → 9"},
	{"generated", func(i *ingredients) {
		i.dataset.Content = "g"
		i.dataset.Config = contract.Config(`{"generate":"blobs","rows":9}`)
	}, `dataset d: content d → g, file "d.csv" → unset, generate unset → "blobs", rows unset → 9`},
	{"encoder", func(i *ingredients) { i.encoder.Type = "none" }, "encoder e: type one_hot → none"},
	{"part of the encoder", func(i *ingredients) {
		i.inner = map[string]Part{"part 1": {Kind: contract.KindEncoder, Type: "rates", Config: contract.Config(`{}`), Plugin: origin("e")}}
	}, "part 1 of encoder e: it was not used before"},
	{"parameter", func(i *ingredients) { i.learner.Config = contract.Config(`{"C":2}`) }, "learner l: C 1 → 2"},
	{"calibrate", func(i *ingredients) { i.learner.Host = contract.Config(`{"calibrate":"sigmoid"}`) }, `learner l: calibrate unset → "sigmoid"`},
	{"abstain", func(i *ingredients) { i.learner.Host = contract.Config(`{"abstain":0.5}`) }, "learner l: abstain unset → 0.5"},
	{"tune", func(i *ingredients) {
		i.learner.Host = contract.Config(`{"tune":{"folds":3,"metric":{"type":"accuracy"},"values":{"C":[1,2,3]}}}`)
	}, "learner l: tune is new"},
	{"second learner", func(i *ingredients) {
		second := i.second["learner"]
		second.Config = contract.Config(`{"shrinkage":0.5}`)
		i.second = map[string]Part{"learner": second}
	}, "learner of reduction r: shrinkage unset → 0.5"},
	{"no second learner", func(i *ingredients) { i.second = nil }, "learner of reduction r: it is not used any more"},
	{"code", func(i *ingredients) {
		i.reduction.Config = contract.Config(`{"matrix":[[1,1,1,1,1,1,1,1,1,1],[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1]]}`)
	}, "reduction r: matrix has other content"},
	{"validation", func(i *ingredients) { i.validation.Config = contract.Config(`{"folds":6}`) }, "validation: folds 5 → 6"},
	{"package", func(i *ingredients) { i.learner.Plugin = origin("m") }, "plugin plugin m: SHA-256 l → m"},
	{"library", func(i *ingredients) {
		i.learner.Plugin = origin("l")
		i.learner.Plugin.Runtimes["library"] = "1.5"
	}, "plugin plugin l: library 1.4 → 1.5"},
	{"interpreter of a reduction", func(i *ingredients) {
		i.reduction.Plugin = origin("r")
		i.reduction.Plugin.Runtimes = map[string]string{"library": "1.4"}
	}, "plugin plugin r: python 3.12 → unset"},
}

func TestEveryPartOfAnIdentityCounts(t *testing.T) {
	seen := map[string]string{sample().key(): "nothing"}
	for _, c := range changed {
		i := sample()
		c.change(&i)
		if other, again := seen[i.key()]; again {
			t.Errorf("changing the %s gives the key of changing %s", c.name, other)
		}
		seen[i.key()] = c.name
	}
}

// What a dataset's table was made from, and what a plugin calls itself, change
// nothing.
func TestWhatDoesNotCount(t *testing.T) {
	i := sample()
	i.dataset.Config = contract.Config(`{"file":"copy.csv"}`)
	i.learner.Plugin = origin("l")
	i.learner.Plugin.Name, i.learner.Plugin.Version = "other", "2"
	if i.key() != sample().key() {
		t.Error("the key changed")
	}
}

// The cause of a change is named, and only that.
func TestCausesOfChange(t *testing.T) {
	all := func(string) bool { return true }
	for _, c := range changed {
		before, after := sample(), sample()
		c.change(&after)
		var old, now Plan
		before.into(&old)
		after.into(&now)
		stored := map[string]bool{}
		for _, cell := range old.Cells {
			stored[cell.Key] = true
		}
		o := FindOutdated(&old, &now, func(key string) bool { return stored[key] })
		if want := []Cause{{c.says, 2}}; o.Cells != 2 || !reflect.DeepEqual(o.Causes, want) {
			t.Errorf("%s: %+v, want %+v", c.name, o, want)
		}
		if o := FindOutdated(&old, &now, all); o.Cells != 0 {
			t.Errorf("%s: cells with results are outdated: %+v", c.name, o)
		}
	}
}

func TestTuningIsComparedInside(t *testing.T) {
	tuned := func(values string) Part {
		return Part{Kind: contract.KindLearner, Type: "logreg", Host: contract.Config(`{"tune":{"folds":3,"values":{"C":` + values + `}}}`)}
	}
	before, after := sample(), sample()
	before.learner, after.learner = tuned("[1,2]"), tuned("[1,3]")
	var old, now Plan
	before.into(&old)
	after.into(&now)
	if got := Changes(&old, &now, old.Cells[0], now.Cells[0]); !reflect.DeepEqual(got, []string{"learner l: tune.values.C [1,2] → [1,3]"}) {
		t.Errorf("%q", got)
	}
}

func TestResultsOfEarlierReleases(t *testing.T) {
	var now Plan
	sample().into(&now)
	old := Plan{Cells: []Cell{{Key: "k", Combination: Combination{Dataset: "d", Encoder: "e", Learner: "l", Reduction: "r"}}}}
	o := FindOutdated(&old, &now, func(key string) bool { return key == "k" })
	if o.Cells != 1 || len(o.Causes) != 1 || o.Causes[0].Text != "results of an earlier release of bench, which did not record what they were made from" {
		t.Errorf("%+v", o)
	}
}

// What is cited for a component is part of no identity.
func TestSourcesChangeNoHash(t *testing.T) {
	part := Part{Kind: contract.KindLearner, Type: "svm", Config: contract.Config(`{}`)}
	cited := part
	cited.Sources = []contract.Source{contract.Book("b", "A", "T", "P", "1984")}
	if part.Hash() != cited.Hash() {
		t.Error("sources change the hash of a part")
	}
	if p := (&Plan{}); p.Parts[p.AddPart(cited)].Sources == nil {
		t.Error("the plan loses the sources")
	}
}

// A plan that was written and read again has the same hashes, and names its parts.
func TestPartsByName(t *testing.T) {
	var p, again Plan
	identity := sample().into(&p)
	b, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &again); err != nil {
		t.Fatal(err)
	}
	for name, part := range again.Parts {
		if part.Hash() != name {
			t.Errorf("%s is called %s", part.Hash(), name)
		}
	}
	if again.Identities[identity.Hash()].Hash() != identity.Hash() {
		t.Error("the identity changed")
	}
	for kind, want := range map[contract.Kind][2]string{
		contract.KindDataset: {"d", "dataset"}, contract.KindEncoder: {"e", "one_hot"}, contract.KindLearner: {"l", "logreg"},
		contract.KindReducer: {"r", "ecoc"}, contract.KindValidation: {"d", "kfold"},
	} {
		got := again.Named(kind)
		if len(got) != 1 || got[0].Name != want[0] || got[0].Type != want[1] || (kind == contract.KindReducer) != (got[0].Learners["learner"].Type == "lda") {
			t.Errorf("%s: %+v", kind, got)
		}
	}
	if list := again.Plugins(); len(list) != 3 || list[0].Name != "plugin l" || list[2].Runtimes["library"] != "1.4" {
		t.Errorf("plugins %+v", list)
	}
}
