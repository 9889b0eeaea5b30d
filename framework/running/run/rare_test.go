package run

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// one leaves a class one row, which a fold tests: the fold's training rows lack the
// class, and those of the others have it once.
func one(s *setting, class, fold int) (row int) {
	d, row := s.ready.Datasets[0], -1
	for id, label := range d.Table.Truth.Class {
		switch {
		case label != class:
		case d.Repeats[0].Test[id] == fold && row < 0:
			row = id
		default:
			d.Table.Truth.Class[id] = -1
		}
	}
	return row
}

// nearest is a learner whose score of a class is minus the squared distance to its
// mean. It fails without rows of every class.
type nearest struct{}

type nearestModel [][]float64

func (nearest) Train(_ context.Context, p contract.Problem) (contract.Model, error) {
	classes := p.Classes
	if p.Task == contract.Binary {
		classes = 2
	}
	m, counts := make(nearestModel, classes), make([]float64, classes)
	for k := range m {
		m[k] = make([]float64, p.X.Cols)
	}
	for i, y := range p.Y {
		k := int(y)
		if p.Task == contract.Binary {
			k = max(0, k)
		}
		counts[k]++
		for j, v := range p.X.Row(i) {
			m[k][j] += v
		}
	}
	for k := range m {
		if counts[k] == 0 {
			return nil, fmt.Errorf("class %d has no rows", k)
		}
		for j := range m[k] {
			m[k][j] /= counts[k]
		}
	}
	return m, nil
}

func (m nearestModel) Score(x contract.Matrix, scores []float64) {
	width := len(scores) / x.Rows
	for i := range x.Rows {
		all := make([]float64, len(m))
		for k := range m {
			for j, v := range x.Row(i) {
				all[k] -= (v - m[k][j]) * (v - m[k][j])
			}
		}
		if width == 1 {
			all = []float64{all[1] - all[0]}
		}
		copy(scores[i*width:], all)
	}
}

// shares makes the scores of nearest probabilities.
type shares struct{ nearest }

type shareModel struct{ nearestModel }

func (s shares) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	m, err := s.nearest.Train(ctx, p)
	if err != nil {
		return nil, err
	}
	return shareModel{m.(nearestModel)}, nil
}

func (m shareModel) Score(x contract.Matrix, scores []float64) {
	m.nearestModel.Score(x, scores)
	width := len(scores) / x.Rows
	for row := range slices.Chunk(scores, width) {
		sum, most := 0.0, slices.Max(row)
		if width == 1 {
			most = 0
		}
		for k, s := range row {
			row[k] = math.Exp(min(s-most, 700))
			sum += row[k]
		}
		for k := range row {
			if row[k] /= sum; width == 1 {
				row[k] = sum / (1 + sum)
			}
		}
	}
}

// Every reduction and decoder, on a fold whose training rows lack a class and on
// folds where it has one row.
const reductionsOfRare = `
reduction "one_vs_rest" "ova" { decoding = grid("max_score", "hamming", "loss_based", "bradley_terry", "coverage", "loss_weighted") }
reduction "one_vs_rest" "ova2" {
  decoding = "learned"
  learner  = learner.plain
}
reduction "ordered_one_vs_rest" "ordered" { decoding = grid("first", "product", "hamming") }
reduction "ordered_one_vs_rest" "last" { order = ["3", "2", "1", "0"] }
reduction "one_vs_one" "ovo" { decoding = grid("vote", "ddag", "hamming", "coupling", "bradley_terry", "euclidean") }
reduction "one_vs_one" "asymmetric" { asymmetric = true }
reduction "one_vs_one" "coupled" {
  decoding = "coupling"
  method   = grid("hastie_tibshirani", "pkpd")
  weighted = true
}
reduction "ecoc" "dense" { code = grid("dense_random", "exhaustive", "minimal", "discriminant", "ecoc_one") }
reduction "ecoc" "sparse" {
  code     = "sparse_random"
  decoding = "loss_based"
  loss     = grid("exponential", "hinge", "logistic")
  zeros    = "mean"
}
reduction "ecoc" "weighted" {
  code     = "ternary_exhaustive"
  decoding = "loss_weighted"
}
reduction "nested_dichotomies" "nested" { ensemble = 3 }
reduction "class_number" "number" {}
reduction "direct" "native" {}
`

// threeOfRare are reductions whose decoders need no code of four classes.
const threeOfRare = `
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" { decoding = grid("vote", "ddag", "hamming") }
reduction "one_vs_one" "asymmetric" { asymmetric = true }
reduction "direct" "native" {}
`

func openRare(t *testing.T, kind contract.ScoreKind, attributes string) *setting {
	t.Helper()
	text := must.Replace(four, `learner "spy" "spy" {}`, "learner \"spy\" \"spy\" {\n"+attributes+"\n}\nlearner \"spy\" \"plain\" {}\n")
	before, after, _ := strings.Cut(text, `reduction "one_vs_rest"`)
	_, after, _ = strings.Cut(after, "validation")
	before = must.Replace(before, "{ seed = 3 }", "{\n  seed = 3\n  on_incompatible = \"skip\"\n}")
	var learner contract.Learner = nearest{}
	if kind == contract.Probability {
		learner = shares{}
	}
	c := learnerOf(learner, kind)
	c.Capabilities.Tasks = []contract.Task{contract.Binary, contract.Multiclass}
	return openComponent(t, before+reductionsOfRare+"validation"+after, c)
}

func TestAClassThatTrainingRowsLackIsNeverPredicted(t *testing.T) {
	for kind, list := range map[contract.ScoreKind][]string{contract.Margin: {"", `calibrate = "isotonic"`}, contract.LogOdds: {""}, contract.Probability: {""}} {
		for _, attributes := range list {
			s := openRare(t, kind, attributes)
			row := one(s, 3, 1)
			if err := s.run(t, 2, nil); err != nil {
				t.Fatal(err)
			}
			ok := 0
			for _, c := range s.ready.Plan.Cells {
				r := s.memory.results[c.Key]
				if r.Status == store.Skipped {
					continue
				}
				if ok++; r.Status != store.OK {
					t.Errorf("%s %s: %s: %s %q", kind, attributes, c.Name(), r.Status, r.Error)
					continue
				}
				out := s.memory.outputs[c.Key].Test
				if tested := slices.Contains(out.Rows, row); tested != (c.Fold == 1) {
					t.Fatalf("%s: the row is tested: %v", c.Name(), tested)
				}
				for i := range out.Rows {
					scores := out.Scores[4*i : 4*i+4]
					if c.Fold != 1 {
						continue
					}
					if out.Predicted.Class[i] == 3 || scores[3] >= slices.Min(scores[:3]) {
						t.Fatalf("%s %s: %s: class 3 is predicted: %v by %v", kind, attributes, c.Name(), out.Predicted.Class[i], scores)
					}
					if p := out.Probabilities; p != nil && (p[4*i+3] != 0 || math.Abs(p[4*i]+p[4*i+1]+p[4*i+2]-1) > 1e-9) {
						t.Fatalf("%s %s: %s: probabilities %v", kind, attributes, c.Name(), p[4*i:4*i+4])
					}
				}
			}
			if ok < 60 {
				t.Errorf("%s %s: %d cells", kind, attributes, ok)
			}
		}
	}
}

// The classes that are there are decoded as if there were no other: by one-vs-rest,
// pairs and the learner's own form predictions and probabilities are those of data
// without the class.
func TestAnUnseenClassChangesNothingForTheOthers(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("x,y,kind,fold\n")
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		fmt.Fprintf(&rows, "%v,%v,%c,%d\n", random.NormFloat64()+float64(i%3), random.NormFloat64()-float64(i%2*i%3), 'b'+rune(i%3), i%4)
	}
	run := func(text string) *setting {
		file := writeText(t, "rows.csv", text)
		s := openComponent(t, fmt.Sprintf(`
experiment "e" { on_incompatible = "skip" }
dataset "rows" {
  file   = %q
  target = "kind"
  fold   = "fold"
}
learner "spy" "spy" {}
%s
validation { method = "predefined" }
`, file, threeOfRare), learnerOf(nearest{}, contract.LogOdds))
		s.mustRun(t, 2, nil)
		return s
	}
	lacking, without := run(rows.String()+"0.5,0.5,a,1\n"), run(rows.String())
	for _, name := range []string{"ova", "ovo[decoding=vote]", "ovo[decoding=ddag]", "ovo[decoding=hamming]", "native", "asymmetric"} {
		a, b := lacking.memory.outputs[keyOf(lacking, name, 1)].Test, without.memory.outputs[keyOf(without, name, 1)].Test
		if len(a.Rows) != len(b.Rows)+1 {
			t.Fatalf("%s: %d and %d rows", name, len(a.Rows), len(b.Rows))
		}
		for i, id := range b.Rows {
			if a.Rows[i] != id || a.Predicted.Class[i] != b.Predicted.Class[i]+1 {
				t.Errorf("%s: row %d is predicted %d, %d without the class", name, id, a.Predicted.Class[i], b.Predicted.Class[i]+1)
			}
			for k := range 3 {
				if a.Probabilities != nil && math.Abs(a.Probabilities[4*i+1+k]-b.Probabilities[3*i+k]) > 1e-12 {
					t.Errorf("%s: row %d has probabilities %v, %v without the class", name, id, a.Probabilities[4*i:4*i+4], b.Probabilities[3*i:3*i+3])
				}
			}
		}
	}
}
