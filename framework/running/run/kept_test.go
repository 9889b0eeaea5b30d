package run

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// keepingMemory keeps results in memory and binary scores in a journal.
type keepingMemory struct {
	*memory
	journal *store.Journal
}

func (m keepingMemory) Scores(s store.BinaryScores, rows store.RowScores) error {
	return m.journal.Scores(s, rows)
}

// keep runs an experiment that keeps scores in a folder, given what is there.
func (s *setting) keep(t *testing.T, dir string) { s.keepHolding(t, dir, 0) }

// keepHolding does so holding at most some scores of a fold, 0 for the usual number.
func (s *setting) keepHolding(t *testing.T, dir string, held int) {
	t.Helper()
	kept, err := store.ReadKeptScores(dir)
	if err != nil {
		t.Fatal(err)
	}
	journal, err := store.OpenJournal(dir, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	err = Execute(t.Context(), s.ready, s.plugins, Options{
		Workers: 1, Scratch: t.TempDir(), Recorders: []Recorder{keepingMemory{s.memory, journal}}, Kept: kept,
		Held: held, Finished: func(plan.Cell, store.Result) {},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// kept is an experiment that keeps scores, with what is written in place of words.
func kept(t *testing.T, oldnew ...string) *setting {
	text := must.Replace(four, "seed = 3 }", "\nseed = 3\nkeep_scores = true\n}")
	for i := 0; i < len(oldnew); i += 2 {
		text = must.Replace(text, oldnew[i], oldnew[i+1])
	}
	return open(t, text, true, &spy{})
}

// What is kept takes the place of training; what is wanted besides trains.
func TestKeptScoresTrainNothing(t *testing.T) {
	const first = `learner "spy" "spy" {}`
	for name, test := range map[string]struct {
		later []string // what is changed after the first run
		want  int      // problems that are trained then
	}{
		"the same":          {nil, 0},
		"another decoding":  {[]string{`grid("vote", "hamming")`, `grid("ddag", "euclidean")`}, 0},
		"another metric":    {[]string{`metric "accuracy" {}`, `metric "f1" {}`}, 0},
		"a training metric": {[]string{`metric "accuracy" {}`, `metric "accuracy" { on = "train" }`}, 44},
		"in-sample scores":  {[]string{`    [-1, -1,  0],` + "\n  ]", `    [-1, -1,  0],` + "\n  ]\n  decoding = \"loss_weighted\""}, 3 * 4},
		"a calibration":     {[]string{first, `learner "spy" "spy" { calibrate = "sigmoid" }`}, 44 * 3},
		"an abstention":     {[]string{first, `learner "spy" "spy" { abstain = 0.5 }`}, 0},
		"another seed":      {[]string{"seed = 3\n", "seed = 4\n"}, 44},
		"isolated":          {[]string{"seed = 3\n", "seed = 3\ntiming = \"isolated\"\n"}, 4 * (4 + 6 + 6 + 3)},
	} {
		dir := t.TempDir()
		kept(t).keep(t, dir)
		later := kept(t, test.later...)
		later.keep(t, dir)
		if got := len(later.spy.trains); got != test.want {
			t.Errorf("%s: %d problems are trained, want %d", name, got, test.want)
		}
	}
}

// Scores that are kept as the learner gives them serve other thresholds, and spare the
// models that a calibration is of, but not those of its inner folds. What is kept of a
// calibration serves it with other thresholds. Results are those of training.
func TestKeptScoresServeOtherLearnerBlocks(t *testing.T) {
	block := func(settings string) []string {
		return []string{`learner "spy" "spy" {}`, `learner "spy" "spy" { ` + settings + ` }`}
	}
	for _, test := range []struct {
		first, later string
		want         int // problems that are trained
	}{
		{"", `abstain = 0.5`, 0},
		{`abstain = 0.5`, "", 0},
		{`abstain = 0.5`, `calibrate = "isotonic"`, 44 * 3},
		{`calibrate = "sigmoid"`, "", 0},
		{`calibrate = "sigmoid"`, "calibrate = \"sigmoid\"\nabstain = 0.7", 0},
		{`calibrate = "sigmoid"`, `calibrate = "isotonic"`, 44 * 3},
	} {
		dir := t.TempDir()
		change := func(settings string) []string {
			return block(strings.ReplaceAll(settings, "\n", "\n  "))
		}
		kept(t, change(test.first)...).keep(t, dir)
		later, fresh := kept(t, change("\n"+test.later+"\n")...), kept(t, change("\n"+test.later+"\n")...)
		later.keep(t, dir)
		fresh.keep(t, t.TempDir())
		if got := len(later.spy.trains); got != test.want {
			t.Errorf("%s after %s: %d problems are trained, want %d", test.later, test.first, got, test.want)
		}
		if len(fresh.memory.outputs) == 0 || !reflect.DeepEqual(later.memory.outputs, fresh.memory.outputs) {
			t.Errorf("%s after %s: other output with kept scores", test.later, test.first)
		}
	}
}

// Results with kept scores are those of training, times included.
func TestKeptScoresGiveTheSameResults(t *testing.T) {
	for _, learner := range []string{"{}", `{ calibrate = "isotonic" }`, `{ abstain = 0.7 }`} {
		dir := t.TempDir()
		change := []string{`learner "spy" "spy" {}`, `learner "spy" "spy" ` + learner}
		first, again := kept(t, change...), kept(t, change...)
		first.keep(t, dir)
		again.keep(t, dir)
		if len(again.spy.trains) > 0 {
			t.Errorf("%s: %d problems are trained again", learner, len(again.spy.trains))
		}
		for key, want := range first.memory.results {
			got := again.memory.results[key]
			if got.TrainSeconds != want.TrainSeconds || got.Constant != want.Constant || got.Uncalibrated != want.Uncalibrated {
				t.Errorf("%s: %+v, want %+v", learner, got, want)
			}
			if !reflect.DeepEqual(again.memory.outputs[key], first.memory.outputs[key]) {
				t.Errorf("%s: other output with kept scores", learner)
			}
		}
	}
}

// Scores that are too many to be held are kept and read part by part: what is kept, and
// what comes of it, has the bytes of what is held.
func TestKeptScoresOfStreams(t *testing.T) {
	four := func(oldnew ...string) *setting {
		return kept(t, append([]string{"  rows     = 80\n", "  rows     = 80\n  features = 3\n"}, oldnew...)...)
	}
	later := []string{`grid("vote", "hamming")`, `grid("vote", "ddag", "euclidean")`}
	dirs := [2]string{t.TempDir(), t.TempDir()}
	var outputs [2][2]map[string]store.Output
	for i, held := range []int{0, 1} {
		first, again := four(), four(later...)
		one(first, 2, 1)
		one(again, 2, 1)
		first.keepHolding(t, dirs[i], held)
		if len(first.spy.trains) == 0 || len(first.memory.outputs) == 0 {
			t.Fatal("nothing is trained")
		}
		again.keepHolding(t, dirs[i], held)
		if len(again.spy.trains) > 0 {
			t.Errorf("held %d: %d problems are trained again", held, len(again.spy.trains))
		}
		outputs[i] = [2]map[string]store.Output{first.memory.outputs, again.memory.outputs}
	}
	if !reflect.DeepEqual(outputs[0], outputs[1]) {
		t.Error("other outputs of what is not held")
	}
	var all [2][]store.RowScores
	for i, dir := range dirs {
		scores, err := store.ReadKeptScores(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range four().ready.Blocks[0].Items {
			for _, column := range scores.Columns(item.Models[item.Learner].Raw) {
				_, rows, _ := scores.Read(item.Models[item.Learner].Raw, column)
				all[i] = append(all[i], rows)
			}
		}
	}
	if len(all[0]) == 0 || !reflect.DeepEqual(all[0], all[1]) {
		t.Errorf("%d scores are kept where they are held, others of streams", len(all[0]))
	}
	// Where some columns are kept and others not, streams have both.
	more := []string{`reduction "one_vs_rest" "ova" {}`, "reduction \"one_vs_rest\" \"ova\" {}\n" +
		`reduction "ecoc" "more" { code = "exhaustive" }`}
	mixed, fresh := four(more...), four(more...)
	one(mixed, 2, 1)
	one(fresh, 2, 1)
	mixed.keepHolding(t, dirs[1], 1)
	fresh.keepHolding(t, t.TempDir(), 0)
	if n := len(mixed.spy.trains); n == 0 || n >= len(fresh.spy.trains) {
		t.Errorf("%d of %d problems are trained", n, len(fresh.spy.trains))
	}
	if !reflect.DeepEqual(mixed.memory.outputs, fresh.memory.outputs) {
		t.Error("other outputs of columns that are kept in part")
	}
}

// Scores of other rows do not count, whatever key they have.
func TestKeptScoresOfOtherRows(t *testing.T) {
	dir := t.TempDir()
	s := kept(t)
	s.keep(t, dir)
	scores, err := store.ReadKeptScores(dir)
	if err != nil {
		t.Fatal(err)
	}
	forged := t.TempDir()
	journal, err := store.OpenJournal(forged, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, item := range s.ready.Blocks[0].Items {
		for _, column := range scores.Columns(item.Models[item.Learner].Raw) {
			record, rows, ok := scores.Read(item.Models[item.Learner].Raw, column)
			if !ok {
				t.Fatal("scores cannot be read")
			}
			switch n++; n % 4 {
			case 0:
				rows.Rows[0]++
			case 1:
				rows.Truth[0] ^= 1
			case 2:
				rows.Rows, rows.Truth, rows.Scores = rows.Rows[1:], rows.Truth[1:], rows.Scores[1:]
			case 3:
				slices.Reverse(rows.Rows)
			}
			if err := journal.Scores(record, rows); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	again := kept(t)
	again.keep(t, forged)
	if len(again.spy.trains) != 44 || n != 44 {
		t.Errorf("%d of %d problems are trained again", len(again.spy.trains), n)
	}
}

// Scores of inner folds that are kept serve decoders that are tuned later, or rows and
// draws that a search tries again; results are those of training.
func TestKeptInnerScores(t *testing.T) {
	tuned := func(tune string, more ...string) []string {
		return append([]string{`reduction "one_vs_one" "ovo" { decoding = grid("vote", "hamming") }`,
			"reduction \"one_vs_one\" \"ovo\" {\n tune {\n" + tune + "\n}\n}"}, more...)
	}
	inner := []string{"keep_scores = true\n", "keep_scores = true\nkeep_inner_scores = true\n"}
	const few, more = `decoding = ["vote", "hamming"]`, `decoding = ["vote", "hamming", "ddag", "euclidean"]`
	for name, test := range map[string]struct {
		first, later []string
		want         int // problems that are trained
	}{
		"decoders":         {tuned(few, inner...), tuned(more, inner...), 0},
		"decoders, unkept": {tuned(few), tuned(more), 4 * 3 * 6},
		"not asked for":    {tuned(few, inner...), tuned(more), 4 * 3 * 6},
		"other folds":      {tuned(few, inner...), tuned(more+"\nfolds = 2", inner...), 4 * 2 * 6},
		"a holdout":        {tuned(few, inner...), tuned(more+"\nholdout = 0.3", inner...), 4 * 6},
		"the same holdout": {tuned(few+"\nholdout = 0.3", inner...), tuned(more+"\nholdout = 0.3", inner...), 0},
		"fewer rows":       {tuned(few, inner...), tuned(more+"\nhalving {\n factor = 2\n min_resources = 30\n }", inner...), 4 * 3 * 6},
		"another metric":   {tuned(few, inner...), tuned(more+"\nmetric = metric.f1", append(inner, `metric "accuracy" {}`, "metric \"accuracy\" {}\nmetric \"f1\" {}")...), 0},
		"calibrated": {tuned(few, append(inner, `learner "spy" "spy" {}`, `learner "spy" "spy" { calibrate = "sigmoid" }`)...),
			tuned(more, append(inner, `learner "spy" "spy" {}`, `learner "spy" "spy" { calibrate = "sigmoid" }`)...), 0},
	} {
		dir := t.TempDir()
		kept(t, test.first...).keep(t, dir)
		later, fresh := kept(t, test.later...), kept(t, test.later...)
		stored, err := store.ReadKeptScores(dir)
		if err != nil {
			t.Fatal(err)
		}
		all := later.ready.Kept(stored.Has, func(plan.Cell) bool { return false })
		later.keep(t, dir)
		fresh.keep(t, t.TempDir())
		if got := len(later.spy.trains); got != test.want || all.Train < got {
			t.Errorf("%s: %d problems are trained, want %d; %d were planned", name, got, test.want, all.Train)
		}
		if name != "fewer rows" && all.Train != test.want {
			t.Errorf("%s: %d are planned, want %d", name, all.Train, test.want)
		}
		if len(fresh.memory.outputs) == 0 || !reflect.DeepEqual(later.memory.outputs, fresh.memory.outputs) {
			t.Errorf("%s: other output with kept scores", name)
		}
		for key, r := range fresh.memory.results {
			if s := later.memory.results[key]; !reflect.DeepEqual(r.Tuned, s.Tuned) || !reflect.DeepEqual(r.Search, s.Search) {
				t.Errorf("%s: another search with kept scores: %+v and %+v", name, r.Search, s.Search)
			}
		}
	}
}
