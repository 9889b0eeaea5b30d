package reducer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

// What an ensemble may cost, and what it is made of if nothing else is written.
const (
	maxPruned     = 1000
	defaultSample = 0.63
)

func prunedSets() contract.Component {
	return configured.Reducer[pruned](contract.Component{
		Name: "pruned_sets",
		Sources: []contract.Source{contract.Paper("read2008", "Read, Jesse and Pfahringer, Bernhard and Holmes, Geoff",
			"Multi-label Classification Using Ensembles of Pruned Sets",
			"Proceedings of the 8th IEEE International Conference on Data Mining", "2008")},
		Doc: "label_powerset without the label sets of few training rows (Read, Pfahringer & Holmes 2008): frequent subsets of such " +
			"a set stand in for it, and the row is there once for each of them, or not at all. An ensemble has several models, each " +
			"of a part of the rows; a label's score is the share of the models that predict it, and it is predicted if that is " +
			"above the threshold.",
		Params: []contract.Param{
			{Name: "prune", Type: "number", Integer: true, Min: contract.Bound(0), Default: 1.0,
				Doc: "Label sets of at most so many training rows are pruned; fewer where less than two sets would be left."},
			{Name: "subsets", Type: "number", Integer: true, Min: contract.Bound(0),
				Doc: "How many frequent subsets stand in for a pruned set, those with most labels and of these with most " +
					"rows; 1 if not written."},
			{Name: "larger_than", Type: "number", Integer: true, Min: contract.Bound(0),
				Doc: "In place of subsets: all frequent subsets with more labels than this stand in for a pruned set."},
			baseParam(),
			{Name: "ensemble", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxPruned),
				Default: 1.0,
				Doc:     "Number of models, each of a random part of the training rows."},
			{Name: "sample", Type: "number", Above: contract.Bound(0), Max: contract.Bound(1),
				Doc: "The share of the training rows that a model of an ensemble gets; 0.63 if not written."},
			{Name: "threshold", Type: "number", Min: contract.Bound(0), Max: contract.Bound(1), Decoding: true,
				Doc: "Above what share of votes an ensemble predicts a label; 0.5 if not written."},
			drawParam("Number of the random parts: another number gives other parts from the same seed."),
		},
	})
}

// pruned is the configuration of pruned_sets.
type pruned struct {
	Prune     int      `json:"prune"`
	Subsets   *int     `json:"subsets"`     // nil if not written
	Larger    *int     `json:"larger_than"` // likewise
	Base      nested   `json:"base"`
	Ensemble  int      `json:"ensemble"`
	Sample    *float64 `json:"sample"`    // nil if not written
	Threshold *float64 `json:"threshold"` // likewise
	Draw      float64  `json:"draw"`      // the host's seed depends on it
}

// prunedState holds the label sets of each model, when they have been seen.
type prunedState struct {
	Labels int       `json:"labels"`
	Sets   powersets `json:"sets,omitempty"`
}

func (s prunedState) check() error {
	if s.Labels < 1 {
		return errors.New("it has no labels")
	}
	return s.Sets.check(s.size)
}

// size is the number of labels that every model knows.
func (s prunedState) size(int) int { return s.Labels }

func (c pruned) Check() []contract.Diagnostic {
	var ds []contract.Diagnostic
	if c.Subsets != nil && c.Larger != nil {
		ds = append(ds, contract.Errorf([]any{"subsets"}, "subsets contradicts larger_than",
			"Either a number of subsets stands in for a pruned set, or all that are large enough. Remove one of the two."))
	}
	if c.Ensemble > 1 {
		if c.Sample != nil && *c.Sample == 1 {
			ds = append(ds, contract.Errorf([]any{"sample"}, "all models of the ensemble would be the same",
				"Each gets all training rows: write a share below 1, or remove ensemble."))
		}
		return ds
	}
	warn := func(name string, written bool) {
		if written {
			ds = append(ds, contract.Warningf([]any{name}, name+" has no effect", "It belongs to an ensemble. Remove it."))
		}
	}
	warn("sample", c.Sample != nil)
	warn("threshold", c.Threshold != nil)
	warn("draw", c.Draw != 0)
	return ds
}

func (c pruned) Capabilities() contract.Capabilities {
	caps := ofLabels(c.Base.task())
	if c.Ensemble <= 1 {
		caps.Probabilities = c.Base.probabilities()
	}
	return caps
}

// Plan asks for the labels of the training rows.
func (c pruned) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	later := min(contract.MostLater, c.Ensemble*c.Base.problems(mostSets(len(r.Classes))))
	s := prunedState{Labels: len(r.Classes)}
	return contract.Stage{Outputs: contract.ClassesOnly, Later: later, State: pack(s)}, nil
}

// Next returns the stage of the models.
func (c pruned) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := unpack[prunedState](b)
	if err == nil {
		err = checkTraining(t, s.Labels)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	n := len(t.Labels) / s.Labels
	members := make([][][]int, c.Ensemble)
	for m := range members {
		sets, of := c.member(t, s.Labels, m)
		if err := checkSets(len(sets), "pruned_sets", "prune more of them"); err != nil {
			return contract.Stage{}, false, err
		}
		members[m], s.Sets = of, append(s.Sets, sets)
	}
	stage, err := c.stage(s.Sets, members, n)
	stage.State = pack(s)
	return stage, false, err
}

// member prunes the label sets of all training rows, or of those that a model of an
// ensemble gets. It returns the sets of the model and those of each training row, which are
// none of a row that it does not train on.
func (c pruned) member(t contract.Training, k, number int) (sets []string, of [][]int) {
	by := labels.Pruning{Most: c.Prune, Subsets: 1, Larger: c.Larger}
	if c.Subsets != nil {
		by.Subsets = *c.Subsets
	}
	n := len(t.Labels) / k
	rows := lists.Range(n)
	if c.Ensemble > 1 {
		share := defaultSample
		if c.Sample != nil {
			share = *c.Sample
		}
		rng := rand.New(rand.NewPCG(t.Seed, uint64(number)))
		rows = labels.Sample(rng, n, min(n, max(1, int(share*float64(n)))))
	}
	sets, own := labels.Prune(t.Labels, k, rows, by)
	of = make([][]int, n)
	for i, row := range rows {
		of[row] = own[i]
	}
	return sets, of
}

// stage asks for the problems of models. A training row is there as often as some model
// has it, and other models leave it out.
func (c pruned) stage(sets powersets, members [][][]int, n int) (contract.Stage, error) {
	var rows, copies []int // of each row of the targets, the how many-th of its training row it is
	for row := range n {
		most := 0
		for _, of := range members {
			most = max(most, len(of[row]))
		}
		for i := range most {
			rows, copies = append(rows, row), append(copies, i)
		}
	}
	stage, err := c.Base.sideBySide(sets, len(rows), "prune more label sets, or take a smaller ensemble", func(m int) []int {
		of := make([]int, len(rows))
		for i, row := range rows {
			of[i] = leftOut
			if own := members[m][row]; copies[i] < len(own) {
				of[i] = own[copies[i]]
			}
		}
		return of
	})
	if !slices.Equal(rows, lists.Range(n)) {
		stage.Rows = rows
	}
	return stage, err
}

// Decode predicts the labels of the best set, or those with enough votes.
func (c pruned) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[prunedState](b)
	if err == nil && len(s.Sets) != c.Ensemble {
		err = fmt.Errorf("the state of the reduction holds the label sets of %d models, and there are %d", len(s.Sets),
			c.Ensemble)
	}
	if err != nil {
		return contract.Decoded{}, err
	}
	var one contract.Decoded
	votes := labels.NewVotes(scores.Rows, s.Labels)
	err = c.Base.each(s.Sets, s.size, scores, kind, func(_ int, d contract.Decoded) {
		one = d
		votes.Add(lists.Range(s.Labels), d)
	})
	if err != nil || c.Ensemble == 1 {
		return one, err
	}
	return votes.Decide(shareAbove(c.Threshold))
}
