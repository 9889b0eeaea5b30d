package contract

import (
	"slices"
	"testing"
)

func TestSourcesOf(t *testing.T) {
	vote := Article("vote", "A", "T", "J", "1(2)", "3--4", "1996").Under("decoding", "vote")
	sources := []Source{Book("always", "B", "T", "P", "1984"), vote, Paper("first", "C", "T", "P", "2000").Under("method", ""),
		Paper("second", "D", "T", "P", "2001").Under("method", "x").Under("decoding", "coupling"),
		Report("always", "B", "again", "P", "1984")}
	for text, want := range map[string][]string{
		`{}`:                                   {"always", "first"},
		`{"decoding":"vote"}`:                  {"always", "vote", "first"},
		`{"decoding":"coupling","method":"x"}`: {"always", "second"},
		`{"decoding":3}`:                       {"always", "first"},
		`[]`:                                   nil,
	} {
		var keys []string
		for _, s := range SourcesOf(sources, Config(text)) {
			keys = append(keys, s.Key)
			if s.When != nil {
				t.Errorf("%s: %s still has conditions", text, s.Key)
			}
		}
		if !slices.Equal(keys, want) {
			t.Errorf("%s: %v, want %v", text, keys, want)
		}
	}
	if vote.Fields["volume"] != "1(2)" || vote.Type != "article" || len(vote.Fields) != 6 {
		t.Errorf("%+v", vote)
	}
	c := Component{Params: []Param{{Name: "decoding", Type: "string", Default: "vote"}}, Sources: sources}
	if got := c.Judge(Config(`{}`)).Sources; len(got) != 3 {
		t.Errorf("with its default: %v", got)
	}
}
