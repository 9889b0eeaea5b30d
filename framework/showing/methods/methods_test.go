package methods

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/evaluation/conformal"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/seal"
	"github.com/manyclass/bench/framework/results/store"
)

// scene is an experiment of which a test changes something.
type scene struct {
	learner, reduction, encoder, validation plan.Part
	datasets                                []plan.Dataset
	folds                                   int
	status                                  map[string]store.Status // of the learner's cells, by dataset; ok without
	noise                                   string                  // label noise of the datasets
	Input
}

func day(n int) time.Time { return time.Date(2026, 11, n, 12, 0, 0, 0, time.UTC) }

func newScene() *scene {
	shipped := func(name string) *service.Origin {
		return &service.Origin{Name: name, Version: "0.1.0", SHA256: name, Runtimes: map[string]string{"go": "1.26"}}
	}
	s := &scene{folds: 2, status: map[string]store.Status{},
		learner: plan.Part{Kind: contract.KindLearner, Type: "logreg", Plugin: shipped("logreg"),
			Config:  contract.Config(`{"C":1,"penalty":"l2","solver":"auto","start":"zeros"}`),
			Sources: []contract.Source{contract.Article("cox1958", "Cox, David R.", "Binary {S}equences", "J", "20(2)", "1--2", "1958")}},
		reduction: plan.Part{Kind: contract.KindReducer, Type: "one_vs_rest", Plugin: shipped("reducers"),
			Config: contract.Config(`{"decoding":"max_score"}`)},
		encoder:    plan.Part{Kind: contract.KindEncoder, Type: "one_hot", Config: contract.Config(`{"impute":"mean","numeric":null}`)},
		validation: plan.Part{Kind: contract.KindValidation, Type: "stratified_kfold", Config: contract.Config(`{"folds":2}`)},
		datasets: []plan.Dataset{{Name: "iris", Rows: 150, Numeric: 4, Content: "c1",
			Target: target.Target{Names: []string{"a", "b", "c"}, Counts: []int{50, 50, 50}}}}}
	end := day(24)
	s.Manifest = store.Manifest{Bench: store.Build{Version: "0.1.0", Revision: "abc", Go: "1.26"}, Kernels: "avx2",
		Host: store.Host{OS: "linux", Arch: "amd64", CPUs: 8}, Started: day(24), Finished: &end}
	return s
}

// text are the paragraphs on one line, with the references.
func (s *scene) text(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	if err := s.of().Plain(&b); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// of makes the plan and its cells, and the paragraphs on them.
func (s *scene) of() Text {
	p := &plan.Plan{Seed: 7, Datasets: s.datasets, Metrics: []metric.Spec{{Name: "accuracy", Type: "accuracy"}}}
	if s.Plan != nil {
		p.Metrics, p.Sets = s.Plan.Metrics, s.Plan.Sets
	}
	parts := plan.Identity{Learner: p.AddPart(s.learner), Reduction: p.AddPart(s.reduction), Encoder: p.AddPart(s.encoder),
		Validation: p.AddPart(s.validation)}
	s.Cells = nil
	for _, d := range s.datasets {
		i := parts
		i.Dataset = p.AddPart(plan.Part{Kind: contract.KindDataset, Content: d.Content, Config: contract.Config(`{"file":"` + d.Name + `.csv"}`)})
		i.LabelNoise = s.noise
		for fold := range s.folds {
			c := plan.Cell{Identity: p.Add(i), Fold: fold,
				Combination: plan.Combination{Dataset: d.Name, Encoder: "one_hot", Learner: "lr", Reduction: "ova"}}
			p.Cells = append(p.Cells, c)
			status := store.OK
			if other, has := s.status[d.Name]; has {
				status = other
			}
			joules := 250.0
			result := &store.Result{Status: status, Costs: store.Costs{TrainSeconds: 1.5, PredictSeconds: 0.25}}
			if s.Manifest.Kernels == "measured" {
				result.EnergyJoules = &joules
			}
			s.Cells = append(s.Cells, score.Cell{Cell: c, Result: result})
		}
	}
	s.Plan = p
	return Of(s.Input)
}

// Each sentence says what was done; what was not done is not said.
func TestSentences(t *testing.T) {
	for name, c := range map[string]struct {
		change     func(*scene)
		has, lacks []string
	}{
		"one dataset": {func(*scene) {}, []string{
			"The experiment used the dataset iris [1] (150 rows, 4 features, 3 classes).",
			"Methods were evaluated by 2-fold stratified cross-validation; all of them",
			"The seed of the experiment was 7. Features were encoded by one-hot encoding (“one_hot”; numeric = standard, or maxabs for sparse data; impute = mean).",
			"The learner was logistic regression [2] (“lr”; minimising ½‖w‖² + C·Σ log(1 + exp(−y f(x))); solved by L-BFGS",
			"Problems of several classes were reduced to problems of the learners by one-vs-rest (“ova”; decoding = max_score).",
			"In all, 1 combination of dataset, encoder, learner and reduction was evaluated. Results were measured by accuracy. " +
				"Tables show mean and standard deviation over folds. No statistical test was made.",
			"with bench 0.1.0 [3] (git revision abc, Go 1.26, numerical kernels avx2), with the plugins logreg 0.1.0 and reducers 0.1.0. " +
				"They come from a linux/amd64 machine with 8 logical processors and were computed on 2026-11-24.",
			"Training took 3.00 s and prediction 0.500 s, summed over cells", "[2] Cox, David R. Binary Sequences. J. 20(2). 1–2. 1958."},
			[]string{"sealed", "tested by", "J,", "failed", "between", "multiclass form"}},
		"calibrated classes": {func(s *scene) { s.reduction.Host = contract.Config(`{"calibrate":"vector"}`) }, []string{
			"by one-vs-rest (“ova”; class probabilities calibrated by vector scaling, fitted to training rows out of 3 inner " +
				"folds; decoding = max_score)."}, []string{"some variants"}},
		"calibrated learners": {func(s *scene) {
			s.reduction.Type, s.reduction.Host = "direct", contract.Config(`{"calibrate":"temperature"}`)
		}, []string{"Learners learned without a reduction, in their own form for several classes (class probabilities calibrated " +
			"by temperature scaling, fitted to training rows out of 3 inner folds)."}, nil},
		"label noise": {func(s *scene) { s.noise = "pairs 0.2" }, []string{
			"(150 rows, 4 features, 3 classes, wrong classes in training rows: pairs 0.2)"}, nil},
		"a single fold": {func(s *scene) {
			s.folds, s.validation = 1, plan.Part{Kind: contract.KindValidation, Type: "holdout", Config: contract.Config(`{"test":0.3,"stratify":true}`)}
		}, []string{"by holdout of 30 % of the rows, stratified; all", "Each dataset was divided once, so tables show single values."},
			[]string{"standard deviation", "cross-validation"}},
		"failed cells": {func(s *scene) {
			s.datasets = append(s.datasets, plan.Dataset{Name: "glass", Rows: 9, Content: "c2"})
			s.status["glass"] = store.Timeout
		}, []string{"the dataset iris", "Of 4 planned cells, each of which is a combination on one fold, 2 ran out of time; the tables mark"},
			[]string{"glass"}},
		"nothing worked": {func(s *scene) { s.status["iris"] = store.Failed }, []string{"References"}, []string{"iris", "bench"}},
		"a metric of a plugin": {func(s *scene) {
			s.Plan = &plan.Plan{Metrics: []metric.Spec{{Name: "mine", Type: "my_loss", Plugin: &metric.Plugin{}},
				{Name: "f1_macro", Type: "f1", Config: contract.Config(`{"average":"macro"}`)}}}
		}, []string{"measured by my_loss of a plugin (“mine”) and f1 (“f1_macro”; macro average over classes)."}, []string{"accuracy"}},
		"prediction sets": {func(s *scene) {
			s.Plan = &plan.Plan{Metrics: []metric.Spec{{Name: "set_size", Type: "set_size"}}, Outputs: plan.Outputs{
				Sets: &conformal.Settings{Level: 0.05, Score: "raps", Per: "class", Rows: "train", Folds: 4, Randomized: true,
					KReg: 2, Lambda: 0.1}}}
		}, []string{"Prediction sets are conformal at level 0.05, with randomised regularised cumulative probabilities (RAPS; k_reg " +
			"= 2, lambda = 0.1) as nonconformity score and a threshold for each class, calibrated by the training rows " +
			"out of 4 inner folds."}, nil},
		"a learner of another language": {func(s *scene) {
			s.learner = plan.Part{Kind: contract.KindLearner, Type: "svm", Config: contract.Config(`{"estimator":"x.Y"}`),
				Plugin: &service.Origin{Name: "sklearn", Version: "1.2", Runtimes: map[string]string{"python": "3.12", "code:x": "ab"}}}
		}, []string{"The learner was svm of the plugin sklearn 1.2 (“lr”; estimator = x.Y).", "sklearn 1.2 (python 3.12)"},
			[]string{"minimising", "solved by", "machine (", "code:x", "logistic"}},
		"without a reduction": {func(s *scene) { s.reduction.Type = "direct" }, []string{
			"minimising ½‖W‖² + C·Σ −log softmax(f(x))_y; solved by L-BFGS; C", "Learners learned without a reduction, in their own form for several classes."},
			[]string{"one-vs-rest", "exp(", "sparse features"}},
		"a resumed run": {func(s *scene) {
			s.Begun = []store.Begun{{First: day(20), Hosts: []store.Host{{OS: "linux", Arch: "arm64", CPUs: 4}}},
				{First: day(22), Hosts: []store.Host{{OS: "linux", Arch: "amd64", CPUs: 8}}}}
			s.Manifest.Parts = []store.Part{{Bench: store.Build{Version: "0.0.9"}, Kernels: "portable", Started: day(20)},
				{Bench: s.Manifest.Bench, Kernels: "avx2", Started: day(22), Finished: s.Manifest.Finished}}
		}, []string{"and bench 0.0.9 (numerical kernels portable)", "They come from a linux/arm64 machine with 4 logical processors and a linux/amd64 " +
			"machine with 8 logical processors and were computed between 2026-11-20 and 2026-11-24."}, nil},
		"nodes of a cluster": {func(s *scene) {
			s.Begun = []store.Begun{{First: day(24), Hosts: []store.Host{{OS: "linux", Arch: "amd64", CPUs: 128}}}}
		}, []string{"machine with 128 logical processors"}, []string{" 8 logical"}},
		"cells of other people": {func(s *scene) { s.Reused = []store.Reused{{From: "capsule sha256:ab", Cells: 2, Checked: 1}} },
			[]string{"Of 2 cells, 2 were taken from other results (capsule sha256:ab); before that, 1 of these was run again"},
			[]string{"They come from"}},
		"energy": {func(s *scene) { s.Manifest.Kernels = "measured" },
			[]string{"While the cells were trained, the processors used 500 J, other programs included."}, nil},
		"a seal": {func(s *scene) {
			s.Seal = &seal.Judgement{Seal: seal.Seal{SHA256: "feed", Content: seal.Content{Date: day(1)}},
				Verdicts: []seal.Verdict{{Status: seal.AsPlanned}, {Status: seal.Afterwards}}}
		}, []string{"were sealed on 2026-11-01", "Of the tables and comparisons, 1 was planned in it, 0 were changed since and 1 was made afterwards."}, nil},
		"a late seal": {func(s *scene) {
			s.Seal = &seal.Judgement{Seal: seal.Seal{SHA256: "feed", Content: seal.Content{Date: day(1)}}, Late: []string{"late"}, Verdicts: []seal.Verdict{{}}}
		}, []string{"nothing here counts as planned."}, []string{" planned in it"}},
		"tests": {func(s *scene) {
			s.Tests = []Test{{Of: "table", Name: "t", Metric: "accuracy", Tests: []string{"corrected_t"}, Against: []string{"lr/ova"}, Level: 0.05, Adjustment: "; x"},
				{Of: "comparison", Name: "c", Metric: "f1", Tests: []string{"friedman", "nemenyi"}}}
		}, []string{"Differences of accuracy in the table “t” were tested by the corrected resampled t-test [3] against “lr/ova”, at level 0.05; x.",
			"Differences of f1 in the comparison “c” were tested by the Friedman test [4, 5] and the Nemenyi test [5]."},
			[]string{"No statistical test"}},
		"labels and data with a name": {func(s *scene) {
			s.datasets[0].Target.MultiLabel, s.datasets[0].Missing, s.datasets[0].Categorical = true, 1, 2
			s.datasets[0].Origin = &named.Origin{Kind: "openml", ID: "61", Name: "iris", Version: "1", Licence: "CC0", Page: "https://www.openml.org/d/61"}
		}, []string{"iris [1] (150 rows, 6 features of which 2 categorical, 3 labels, 1 missing value, version 1, licence CC0)", "Problems of several labels"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene()
			c.change(s)
			text := s.text(t)
			for _, want := range c.has {
				if !strings.Contains(text, want) {
					t.Errorf("lacks %q:\n%s", want, text)
				}
			}
			for _, not := range c.lacks {
				if strings.Contains(text, not) {
					t.Errorf("says %q:\n%s", not, text)
				}
			}
		})
	}
}

// Variants of a block are described once.
func TestVariants(t *testing.T) {
	variant := func(name, config string) plan.Named {
		return plan.Named{Name: name, Part: plan.Part{Kind: contract.KindLearner, Type: "x", Config: contract.Config(config)}}
	}
	w := &writer{ran: &plan.Plan{}}
	got := w.described(contract.KindLearner, []plan.Named{variant("path[C=0.1]", `{"C":0.1,"a":null}`), variant("other", `{"C":1}`),
		variant("path[C=1]", `{"C":1,"a":null}`)})
	if len(got) != 2 || got[0] != "x (“path”; C = 0.1 or 1)" || got[1] != "x (“other”; C = 1)" {
		t.Errorf("%q", got)
	}
}

// What LaTeX would take for commands is escaped, and what is written compiles with its bibliography.
func TestLaTeXCompiles(t *testing.T) {
	s := newScene()
	s.datasets[0].Name = `50% & "a_b" #1 $x {\input{/etc/passwd}} ~^ <é>` + citeMark + "x}" + endMark
	s.learner.Plugin.Name, s.learner.Plugin.Version = `plug\in`, "1_2"
	s.learner.Config = contract.Config(`{"C":"~\\^%"}`)
	s.Tests = []Test{{Of: "table", Name: "t_1", Metric: "f1(average=macro)", Tests: []string{"friedman", "five_by_two"}}}
	dir := t.TempDir()
	write := func(name string, text Text, to func(Text, *strings.Builder) error) string {
		var b strings.Builder
		if err := to(text, &b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for kind, change := range map[string]func(){"plain": func() { s = newScene() }, "special": func() {}, "direct": func() {
		s = newScene()
		s.reduction.Type, s.learner.Type, s.learner.Plugin.Name = "direct", "svm", "svm"
	}} {
		if kind != "special" {
			change()
		}
		text := s.of()
		tex := write("methods.tex", text, func(t Text, b *strings.Builder) error { return t.LaTeX(b) })
		bib := write("methods.bib", text, func(t Text, b *strings.Builder) error { return t.BibTeX(b) })
		for _, m := range regexp.MustCompile(`\\cite\{([^}]*)\}`).FindAllStringSubmatch(tex, -1) {
			for _, key := range strings.Split(m[1], ",") {
				if !strings.Contains(bib, "{"+key+",") {
					t.Errorf("%s: %s is cited and not in the bibliography", kind, key)
				}
			}
		}
		if strings.Contains(tex, `\input{/etc`) {
			t.Errorf("a command is not escaped:\n%s", tex)
		}
		compiles(t, kind, dir)
	}
}

// compiles runs LaTeX and BibTeX on methods.tex.
func compiles(t *testing.T, kind, dir string) {
	for _, program := range []string{"pdflatex", "bibtex"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is missing")
		}
	}
	const document = `\documentclass{article}\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{url}
\begin{document}\input{methods}\bibliographystyle{plain}\bibliography{methods}\end{document}`
	if err := os.WriteFile(filepath.Join(dir, "paper.tex"), []byte(document), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper"}, {"bibtex", "paper"},
		{"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper"}, {"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper"}} {
		c := exec.Command(command[0], command[1:]...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil || command[0] == "bibtex" && strings.Contains(string(out), "error message") {
			t.Fatalf("%s, %s: %v\n%s", kind, command[0], err, out)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "paper.log"))
	if err != nil || strings.Contains(string(log), "Citation") && strings.Contains(string(log), "undefined") {
		t.Errorf("%s: %v, undefined citations:\n%s", kind, err, log)
	}
}

func TestReferencesAreReadable(t *testing.T) {
	for tex, want := range map[string]string{
		`Dem{\v{s}}ar, Janez and Garc{\'\i}a`: "Demšar, Janez and García", `Alpayd{\i}n`: "Alpaydın", "5 $\\times$ 2": "5 × 2",
		"``Of'' {Bayes} 1--2": "“Of” Bayes 1–2", `\url{https://x.org/a_b}`: "https://x.org/a_b", `a\_b \{c\} \textbackslash{}d`: `a_b {c} \d`,
		`Sz\"ucs and M{\"u}ller`: "Szücs and Müller",
	} {
		if got := readable(tex); got != want {
			t.Errorf("%s: %q, want %q", tex, got, want)
		}
	}
}

// Names from outside make no marks of their own, and text is never lost.
func FuzzMarks(f *testing.F) {
	f.Add("a"+citeMark+"k"+endMark, formulaMark+"x"+middleMark)
	f.Add(middleMark+endMark, "")
	f.Fuzz(func(t *testing.T, a, b string) {
		text := clean(a) + citation([]string{"key"}) + clean(b)
		cited := 0
		got := replaced(text, same, func([]string) string { cited++; return "" }, func(string, string) string { t.Error("a formula"); return "" })
		if cited != 1 || got != clean(a)+clean(b) {
			t.Errorf("%d citations, %q of %q and %q", cited, got, a, b)
		}
	})
}
