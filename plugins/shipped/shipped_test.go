package shipped

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// withoutSource are components and decoders that nobody in particular has invented, or of
// which no publication is known for sure.
var withoutSource = []string{"least_squares", "naive_bayes", "majority", "direct", "class_number", "ordered_one_vs_rest",
	"binary_relevance", "label_powerset", "copy_transformation", "first", "coverage"}

// Who declares a component or a decoder says what is cited for it, or adds it to the list above.
func TestSourcesAreDeclared(t *testing.T) {
	fields := map[string]contract.Source{}
	check := func(of string, sources []contract.Source) {
		own := slices.ContainsFunc(sources, func(s contract.Source) bool { return s.When["decoding"] == "" })
		if own == slices.Contains(withoutSource, of) {
			t.Errorf("%s: declares sources of its own %v, though it is to be otherwise", of, own)
		}
		for _, s := range sources {
			if s.Fields["author"] == "" || s.Fields["title"] == "" || s.Fields["year"] == "" {
				t.Errorf("%s: %s has no author, title or year", of, s.Key)
			}
			if other, known := fields[s.Key]; known && other.Fields["title"] != s.Fields["title"] {
				t.Errorf("%s: the key %s is that of %q, too", of, s.Key, other.Fields["title"])
			}
			fields[s.Key] = s
		}
	}
	for _, kind := range []contract.Kind{contract.KindLearner, contract.KindReducer} {
		for _, c := range Components(kind) {
			check(c.Name, c.Sources)
		}
	}
	for _, d := range decode.Decoders {
		check(string(d.Method), d.Sources)
	}
}

// What is cited for a reduction depends on its decoder and its code.
func TestSourcesOfAConfiguration(t *testing.T) {
	ecoc := Components(contract.KindReducer)[slices.IndexFunc(Components(contract.KindReducer),
		func(c contract.Component) bool { return c.Name == "ecoc" })]
	for text, want := range map[string][]string{
		`{"code":"dense_random","decoding":"loss_based"}`: {"dietterich1995", "allwein2000"},
		`{"code":"bch"}`: {"dietterich1995", "allwein2000"}, // hamming
		`{"code":"ecoc_one","decoding":"coupling"}`:                          {"dietterich1995", "escalera2006", "wu2004"},
		`{"code":"ordinal","decoding":"coupling","method":"pkpd"}`:           {"dietterich1995", "frank2001", "price1995"},
		`{"code":"ordinal","decoding":"coupling","method":"wu_lin_weng"}`:    {"dietterich1995", "frank2001", "wu2004"},
		`{"matrix":[[1,1],[-1,1],[1,-1]],"decoding":"attenuated_euclidean"}`: {"dietterich1995", "pujol2008", "escalera2010"},
	} {
		full, _ := ecoc.Complete(contract.Config(text))
		var keys []string
		for _, s := range contract.SourcesOf(ecoc.Sources, full) {
			keys = append(keys, s.Key)
		}
		if !slices.Equal(keys, want) {
			t.Errorf("%s: %v, want %v", text, keys, want)
		}
	}
}
