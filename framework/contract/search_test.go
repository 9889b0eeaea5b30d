package contract

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// A chain of two labels that is decided wrongly one label at a time: the first has
// probability 0.6, but the most probable set is without both.
var (
	second = map[string]float64{"": 0.6, "1": 0.5, "0": 0.1}
	joint  = map[string]float64{"11": 0.3, "10": 0.3, "01": 0.04, "00": 0.36}
)

func key(g Hypothesis) string {
	var text strings.Builder
	for _, target := range g.Targets {
		fmt.Fprint(&text, target)
	}
	return text.String()
}

// along searches a chain whose probabilities depend on the labels before.
func along(s Search, links int, p map[string]float64) []Hypothesis {
	hypotheses := s.Begin()
	for range links {
		var scores []float64
		for _, g := range hypotheses {
			scores = append(scores, math.Log(p[key(g)]/(1-p[key(g)])))
		}
		hypotheses = s.Extend(hypotheses, scores)
	}
	return hypotheses
}

func TestSearchesKeepWhatTheyShall(t *testing.T) {
	for _, test := range []struct {
		search Search
		want   string
	}{
		{Search{Beam: 1}, "10"}, // 0.5 is no more than a half
		{Search{Beam: 2}, "00 10"}, {Search{Beam: 3}, "00 10 11"}, {Search{Beam: 4}, "10 11 00 01"}, {Search{Beam: 9}, "10 11 00 01"},
		{Search{Least: 0.5}, "10"}, {Search{Least: 0.35}, "00"}, {Search{Least: 0.3 - 1e-9}, "00 10 11"},
		{Search{Least: 0.01}, "00 10 11 01"},
	} {
		var got []string
		for _, g := range along(test.search, 2, second) {
			got = append(got, key(g))
			if want := joint[key(g)]; math.Abs(math.Exp(g.LogP)-want) > 1e-15 {
				t.Errorf("%+v: %s has probability %v, want %v", test.search, key(g), math.Exp(g.LogP), want)
			}
		}
		if have := strings.Join(got, " "); have != test.want {
			t.Errorf("%+v keeps %s, want %s", test.search, have, test.want)
		}
	}
}

// A beam of one is the sign of each score, also of one that rounding hides.
func TestABeamOfOneIsTheSign(t *testing.T) {
	for _, score := range []float64{-800, -3, -1e-18, 0, 1e-18, 3, 800} {
		s := Search{Beam: 1}
		g := s.Extend(s.Begin(), []float64{score})
		if len(g) != 1 || g[0].Targets[0] == 1 != (score > 0) || math.IsInf(g[0].LogP, 0) {
			t.Errorf("a score of %v gives %+v", score, g)
		}
	}
}

// Draws follow the joint distribution and depend on nothing but seed, hypothesis and score.
func TestDraws(t *testing.T) {
	s := Search{Samples: MostHypotheses, Seed: 4}
	drawn := along(s, 2, second)
	total := 0
	for _, g := range drawn {
		total += g.Draws
		share, p := float64(g.Draws)/MostHypotheses, joint[key(g)]
		if sd := math.Sqrt(p * (1 - p) / MostHypotheses); math.Abs(share-p) > 4*sd {
			t.Errorf("%s is drawn %v of the time, its probability is %v", key(g), share, p)
		}
	}
	if total != MostHypotheses {
		t.Errorf("%d draws of %d", total, MostHypotheses)
	}
	equal := func(a, b []Hypothesis) bool {
		return slices.EqualFunc(a, b, func(a, b Hypothesis) bool { return key(a) == key(b) && a.Draws == b.Draws })
	}
	if !equal(drawn, along(s, 2, second)) || equal(drawn, along(Search{Samples: MostHypotheses, Seed: 5}, 2, second)) {
		t.Error("draws are not those of their seed")
	}
	if few := along(Search{Samples: 1, Seed: 1}, 2, second); len(few) != 1 || few[0].Draws != 1 {
		t.Errorf("one draw is %+v", few)
	}
}

func TestWidths(t *testing.T) {
	for s, want := range map[Search][]int{
		{Beam: 5}: {1, 2, 4, 5, 5}, {Samples: 3}: {1, 2, 3, 3, 3}, {Least: 0.3}: {1, 2, 3, 3, 3}, {Least: 1}: {1, 1, 1, 1, 1},
		{Beam: 1 << 15}: {1, 2, 4, 8, 16},
	} {
		for j, want := range want {
			if got := s.Width(j); got != want {
				t.Errorf("%+v is %d wide after %d targets, want %d", s, got, j, want)
			}
		}
	}
	if got := (Search{Beam: 7}).Width(1000); got != 7 {
		t.Errorf("after many targets %d", got)
	}
}

func TestSearchesOfStages(t *testing.T) {
	sound := func() Stage {
		return Stage{Problems: Labelled{1}, Inputs: []Input{Targets, Original}, Of: []int{0}, Search: &Search{Beam: 2}}
	}
	if err := sound().Check(2); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(s *Stage){
		"sees no targets":                      func(s *Stage) { s.Inputs = nil },
		"or scores too":                        func(s *Stage) { s.Inputs = []Input{Targets, Scores} },
		"of named columns":                     func(s *Stage) { s.Of = nil },
		"for one binary problem":               func(s *Stage) { s.Problems = Labelled{0, 1} },
		"are not asked for":                    func(s *Stage) { s.Outputs = InSample },
		"2 of a beam, samples":                 func(s *Stage) { s.Search.Samples = 3 },
		"0 of a beam, samples":                 func(s *Stage) { s.Search.Beam = 0 },
		"a beam of -1":                         func(s *Stage) { s.Search.Beam = -1 },
		"more than 32768 hypotheses":           func(s *Stage) { s.Search.Beam = MostHypotheses + 1 },
		"keeps more than":                      func(s *Stage) { *s.Search = Search{Least: 1e-9} },
		"a beam of 0, 0 samples and the least": func(s *Stage) { *s.Search = Search{Least: math.NaN()} },
	} {
		s := sound()
		change(&s)
		if err := s.Check(2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
