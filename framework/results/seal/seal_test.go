package seal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// experimentPlan is a plan of one dataset and two learners on two folds, whose parts can be set.
func experimentPlan(seed uint64, content, plugin string) *plan.Plan {
	p := &plan.Plan{Experiment: "e", Seed: seed, Metrics: []metric.Spec{{Name: "accuracy", Type: "accuracy"}}}
	p.Datasets = []plan.Dataset{{Name: "d", Rows: 9, Content: content}}
	p.Comparisons = []plan.Comparison{{Name: "main", Metric: "accuracy", Level: 0.05}}
	part := func(kind contract.Kind, name string) string {
		one := plan.Part{Kind: kind, Type: name, Config: contract.NewConfig(nil)}
		if kind == contract.KindLearner {
			one.Plugin = &service.Origin{Name: "p", SHA256: plugin}
		}
		if kind == contract.KindDataset {
			one.Content = content
		}
		return p.AddPart(one)
	}
	for _, learner := range []string{"a", "b"} {
		i := plan.Identity{Protocol: 1, Seed: seed, Dataset: part(contract.KindDataset, "dataset"),
			Encoder: part(contract.KindEncoder, "one_hot"), Learner: part(contract.KindLearner, learner),
			Reduction: part(contract.KindReducer, "ova"), Validation: part(contract.KindValidation, "kfold")}
		name := p.Add(i)
		for fold := range 2 {
			p.Cells = append(p.Cells, plan.Cell{Key: plan.Key(name, 0, fold), Identity: name, Fold: fold,
				Combination: plan.Combination{Dataset: "d", Encoder: "one_hot", Learner: learner, Reduction: "ova"}})
		}
	}
	return p
}

// sealOf seals a plan at noon.
func sealOf(p *plan.Plan) Seal {
	return New(Content{Date: noon, Bench: "1", Plan: Of(p), Plugins: p.Plugins()})
}

// A seal reads back as it was written, however its JSON is indented.
func TestReadsBack(t *testing.T) {
	s := sealOf(experimentPlan(1, "c", "x"))
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{b.String(), strings.ReplaceAll(b.String(), "\n", " \r\n\t")} {
		got, err := Parse([]byte(text))
		if err != nil || got.SHA256 != s.SHA256 || got.PlanSHA256 != s.PlanSHA256 || len(got.Plan.Combinations) != 2 {
			t.Errorf("%v: %+v", err, got)
		}
	}
	for _, altered := range []string{
		must.Replace(b.String(), "2026-11-24", "2025-11-24"), must.Replace(b.String(), `"rows": 9`, `"rows": 8`),
		must.Replace(b.String(), `"level": 0.05`, `"level": 0.5`), must.Replace(b.String(), s.SHA256, s.PlanSHA256),
	} {
		if _, err := Parse([]byte(altered)); !errors.Is(err, ErrAltered) {
			t.Errorf("altered: %v", err)
		}
	}
}

// The digest of a plan depends neither on plugins nor on the protocol, but on data and seed.
func TestPlanDigest(t *testing.T) {
	digest := Of(experimentPlan(1, "c", "x")).Digest()
	if Of(experimentPlan(1, "c", "y")).Digest() != digest {
		t.Error("the code of a plugin is planned")
	}
	for _, p := range []*plan.Plan{experimentPlan(2, "c", "x"), experimentPlan(1, "other", "x")} {
		if Of(p).Digest() == digest {
			t.Error("another plan has the digest of the first")
		}
	}
}

func TestCodeChanges(t *testing.T) {
	old, now := experimentPlan(1, "c", "x"), experimentPlan(1, "c", "y")
	verdicts, _ := Compare(Of(old), Of(now))
	if verdicts[0].Status != AsPlanned {
		t.Errorf("%+v", verdicts)
	}
	if lines := CodeChanges(old.Plugins(), now.Plugins()); !slices.Equal(lines, []string{"plugin p: SHA-256 x → y"}) {
		t.Errorf("%q", lines)
	}
}

// begunAt is a journal that began with cells some hours after noon.
func begunAt(hours int, seen *store.Sealed) store.Begun {
	return store.Begun{Seal: seen, First: noon.Add(time.Duration(hours) * time.Hour), Cells: 4}
}

// What the journals tell decides whether a seal comes first, in the order of their times.
func TestJudge(t *testing.T) {
	p := experimentPlan(1, "c", "x")
	s := sealOf(p)
	seen := s.Seen()
	second := seen
	second.Run, second.Runs = "2", []store.SealedRun{{Run: "1", Begun: noon}}
	first := seen
	first.Run = "1"
	for name, c := range map[string]struct {
		begun []store.Begun
		last  *store.Sealed
		late  string
		note  string
	}{
		"before":           {[]store.Begun{begunAt(1, &seen)}, &seen, "", ""},
		"nothing was run":  {nil, &seen, "", ""},
		"seen by no run":   {[]store.Begun{begunAt(-1, nil)}, &seen, "4 cells had begun, the first on 2026-11-24 11:00", ""},
		"late":             {[]store.Begun{begunAt(2, &seen), begunAt(-1, nil)}, &seen, "before 2026-11-24 14:00:00", ""},
		"removed later":    {[]store.Begun{begunAt(1, &seen), begunAt(2, nil)}, nil, "", ""},
		"another clock":    {[]store.Begun{begunAt(-3, &seen)}, &seen, "one of two clocks was wrong", ""},
		"deleted":          {[]store.Begun{begunAt(1, &second)}, &second, "", "1 earlier run began with this seal"},
		"went on":          {[]store.Begun{begunAt(1, &first), begunAt(2, &second)}, &second, "", ""},
		"deleted, no cell": {[]store.Begun{}, &second, "", "1 earlier run began with this seal"},
	} {
		dir := t.TempDir()
		if err := s.Keep(dir); err != nil {
			t.Fatal(err)
		}
		j := Folder{dir, c.last, c.begun}.Judge(p)
		if late := strings.Join(j.Late, " "); !strings.Contains(late, c.late) || (late == "") != (c.late == "") {
			t.Errorf("%s: late %q", name, late)
		}
		if notes := strings.Join(j.Notes, " "); !strings.Contains(notes, c.note) || (notes == "") != (c.note == "") {
			t.Errorf("%s: notes %q", name, notes)
		}
		if want := map[bool]Status{true: AsPlanned, false: Afterwards}[c.late == ""]; j.Verdicts[0].Status != want {
			t.Errorf("%s: %s, want %s", name, j.Verdicts[0].Status, want)
		}
	}
	if j := (Folder{t.TempDir(), nil, []store.Begun{begunAt(1, nil)}}).Judge(p); j != nil {
		t.Errorf("without a seal: %+v", j)
	}
	forged := seen
	forged.SHA256 = "../../etc/passwd"
	if j := (Folder{t.TempDir(), &forged, nil}).Judge(p); len(j.Verdicts) > 0 || !strings.Contains(j.Notes[0], "is not a digest") {
		t.Errorf("forged: %+v", j)
	}
}

// Every run that has cells adds a line to the list, and knows those before. Lines of other
// seals do not count, and other text is an error.
func TestBegin(t *testing.T) {
	path := filepath.Join(t.TempDir(), "e.hcl.seal")
	s, other := sealOf(experimentPlan(1, "c", "x")), sealOf(experimentPlan(2, "c", "x"))
	var runs []string
	for i := range 3 {
		seen, err := s.Begin(path, noon, 4)
		if err != nil || len(seen.Runs) != i {
			t.Fatalf("run %d: %v, %+v", i, err, seen)
		}
		runs = append(runs, seen.Run)
		if _, err := other.Begin(path, noon, 4); err != nil {
			t.Fatal(err)
		}
	}
	list, err := os.ReadFile(path + begunEnding)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+begunEnding, append(list, "x\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	seen, err := s.Begin(path, noon, 4)
	if err == nil || len(seen.Runs) != 3 || seen.Runs[0].Run != runs[0] || seen.Runs[0].Cells != 4 {
		t.Errorf("%v, %+v", err, seen)
	}
}

// FuzzParse: whatever is read, nothing panics, and what is accepted has the digest that it names.
func FuzzParse(f *testing.F) {
	var b bytes.Buffer
	if err := sealOf(experimentPlan(1, "c", "x")).Write(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"bench_seal":1,"sha256":"","content":{}}`))
	f.Add([]byte(`{"bench_seal":1,"sha256":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","content":{}}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Parse(b)
		if err != nil {
			return
		}
		Compare(s.Plan, s.Plan)
		s.Plan.Text()
		var again bytes.Buffer
		if err := (Seal{s.SHA256, s.Content}).Write(&again); err != nil {
			t.Fatal(err)
		}
	})
}
