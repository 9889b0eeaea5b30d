package sdktest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/hashicorp/go-hclog"
	plugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/contract/wire"
	"github.com/manyclass/bench/framework/sdk"
)

// hangs ends the name of the file by which the fake that hangs says so.
const hangs = ".hangs"

// serveFake is a plugin that breaks the promise by which it is called.
func serveFake(fault string) {
	p := contract.Plugin{Name: fault, Version: "1.0.0", Components: []contract.Component{component(fault)}}
	if fault == "nameless" {
		p.Version = "latest"
	}
	var served service.Plugin = sdk.New(p)
	if fault == "mindful" {
		served = mindful{served}
	}
	if fault == "scribbling" {
		served = scribbling{served}
	}
	if fault == "namesake" {
		served = namesake{served}
	}
	limit := wire.MaxMessage
	if fault == "narrow" {
		limit = 4 << 20
	}
	if fault == "parent" {
		if err := exec.Command("sleep", "30").Start(); err != nil {
			panic(err)
		}
	}
	if fault != "immortal" {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(0)
		}()
	}
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: wire.Handshake,
		Plugins:         plugin.PluginSet{wire.PluginName: &wire.GRPCPlugin{Served: served}},
		Logger:          hclog.NewNullLogger(),
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(options, grpc.MaxRecvMsgSize(limit))...)
		},
	})
	if fault == "stubborn" {
		time.Sleep(time.Minute)
	}
}

// scribbling trains, then changes its features.
type scribbling struct{ service.Plugin }

func (s scribbling) Score(ctx context.Context, call service.ScoreCall) (service.Scored, error) {
	scored, err := s.Plugin.Score(ctx, call)
	if err != nil {
		return scored, err
	}
	f, err := os.OpenFile(call.Features.Dense, os.O_RDWR, 0)
	if err != nil {
		return scored, err
	}
	defer f.Close()
	_, err = f.WriteAt(make([]byte, 8), 256)
	return scored, err
}

// namesake calls all models by one name.
type namesake struct{ service.Plugin }

func (n namesake) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	return n.Plugin.Train(ctx, call, func(t service.Trained) {
		t.Model = "1"
		done(t)
	})
}

// mindful never forgets a model.
type mindful struct{ service.Plugin }

func (mindful) Forget(context.Context, []string) error { return nil }

func component(fault string) contract.Component {
	if slices.Contains([]string{"labelled", "blind", "forgetful"}, fault) {
		return contract.Component{
			Kind: contract.KindReducer, Name: fault, Doc: "A problem for each label, then one of the sets of labels.",
			Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary, contract.Regression},
				Properties: contract.Deterministic | contract.MultiLabel},
			NewReducer: func(contract.Config) (contract.Reducer, error) { return fakeLabels(fault), nil },
		}
	}
	if slices.Contains([]string{"gradual", "endless", "moody"}, fault) {
		return contract.Component{
			Kind: contract.KindReducer, Name: fault, Doc: "One against the rest, a class a stage.",
			Params: []contract.Param{{Name: "learner", Type: contract.LearnerType, Required: true,
				Doc: "Who trains the later stages."}},
			Capabilities: contract.Capabilities{
				Tasks:      []contract.Task{contract.Binary},
				Properties: contract.Deterministic, Needs: []contract.ScoreKind{contract.LogOdds},
			},
			NewReducer: func(contract.Config) (contract.Reducer, error) { return fakeStager(fault), nil },
		}
	}
	if slices.Contains([]string{"fickle", "wrong", "doubtful", "bare", "comparing", "unworried", "onesided"}, fault) {
		return contract.Component{
			Kind: contract.KindReducer, Name: fault, Doc: "One against the rest.",
			Capabilities: contract.Capabilities{
				Tasks:         []contract.Task{contract.Binary},
				Properties:    contract.Deterministic | contract.AnyTarget.If(fault == "onesided"),
				Probabilities: []contract.ScoreKind{contract.LogOdds},
			},
			NewReducer: func(contract.Config) (contract.Reducer, error) { return fakeReducer(fault), nil },
		}
	}
	if slices.Contains([]string{"measured", "whimsical", "communal", "boundless", "deaf"}, fault) {
		return contract.Component{
			Kind: contract.KindMetric, Name: fault, Doc: "Share of rows whose weight is above 1.",
			Capabilities: contract.Capabilities{Properties: contract.Deterministic},
			NewMetric:    func(contract.Config) (contract.Metric, error) { return fakeMetric(fault), nil },
		}
	}
	if slices.Contains([]string{"divided", "restless", "overlapping", "abrupt", "trusting"}, fault) {
		return contract.Component{
			Kind: contract.KindValidation, Name: fault, Doc: "Two halves, each tested once.",
			NewSplitter: func(contract.Config) (contract.Splitter, error) { return fakeSplitter(fault), nil },
		}
	}
	if slices.Contains([]string{"encoding", "gossiping", "remembering", "shifty", "overflowing", "twofold"}, fault) {
		return contract.Component{
			Kind: contract.KindEncoder, Name: fault, Doc: "Numbers less their means.",
			Capabilities: contract.Capabilities{
				Properties: contract.Deterministic | contract.LearnsTarget | contract.MultiLabel},
			NewEncoder: func(contract.Config) (contract.Encoder, error) { return fakeEncoder(fault), nil },
		}
	}
	c := contract.Component{
		Kind: contract.KindLearner, Name: fault, Doc: "Distance to two means.",
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Symmetric | contract.Deterministic | contract.TakesSparse,
		},
		NewLearner: func(contract.Config) (contract.Learner, error) { return fakeLearner(fault), nil },
	}
	switch fault {
	case "nostalgic":
		c.Capabilities.Properties ^= contract.LeavesOneOut | contract.TakesSparse
	case "listless":
		c.Capabilities.Properties |= contract.TakesPositives
	case "worldly":
		c.Capabilities.Properties |= contract.FoldWide
	case "stuck":
		c.Params = []contract.Param{{Name: "weights", Type: "list(number)", Required: true, Doc: "Weights."}}
	case "unsettled":
		c.Validate = func(contract.Config) []contract.Diagnostic { panic("unsettled") }
	}
	return c
}

// fakeLabels is a reduction of labels in two stages: a problem for each label, and
// the regression of how many labels a row has.
type fakeLabels string

func (f fakeLabels) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	return contract.Stage{Problems: contract.Labelled(lists.Range(len(r.Classes))), Outputs: contract.ClassesOnly, Later: 1,
		State: []byte{byte(len(r.Classes))}}, nil
}

func (f fakeLabels) Next(state []byte, t contract.Training) (contract.Stage, bool, error) {
	k := int(state[0])
	values := contract.Matrix{Rows: len(t.Labels) / k, Cols: 1, Data: make([]float64, len(t.Labels)/k)}
	for i, y := range t.Labels {
		values.Data[i/k] += float64(y)
	}
	if f == "forgetful" {
		values = contract.Matrix{Rows: 1, Cols: 1, Data: values.Data[:1]}
	}
	return contract.Stage{Problems: contract.Targeted{Task: contract.Regression, Values: values}, State: state,
		Inputs: []contract.Input{contract.Targets}}, false, nil
}

func (f fakeLabels) Decode(state []byte, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	k := int(state[0])
	d := contract.Decoded{Scores: contract.Matrix{Rows: scores.Rows, Cols: k}}
	for i := range scores.Rows {
		for _, v := range scores.Row(i)[:k] {
			if math.IsNaN(v) {
				return d, errors.New("a score is NaN")
			}
			d.Scores.Data = append(d.Scores.Data, v)
			if y := map[bool]int{true: 1}[v > 0]; f != "blind" {
				d.Predictions = append(d.Predictions, y)
			}
		}
		if f == "blind" {
			d.Predictions = append(d.Predictions, 0)
		}
	}
	return d, nil
}

// fakeLearner trains means of the rows of both signs.
type fakeLearner string

type means struct {
	plus, minus []float64
	add         float64
	columns     []contract.Column // whose unknown values have no score; nil if all have
}

// trained counts the models of the process.
var trained float64

func (f fakeLearner) Train(context.Context, contract.Problem) (contract.Model, error) {
	return nil, errors.New("problems come in batches")
}

func (f fakeLearner) TrainBatch(_ context.Context, b contract.Batch, done func(int, contract.Model, error)) error {
	for i := range b.Problems {
		m, err := f.train(b, b.Problems[i])
		if f == "nostalgic" && err == nil {
			m = remember(m.(means), b, b.Problems[i])
		}
		if err != nil && f == "impatient" {
			return err
		}
		done(i, m, err)
	}
	return nil
}

// nostalgic is a model that never forgets a row.
type nostalgic struct {
	means
	left []float64
}

func (n nostalgic) LeftOut() []float64 { return n.left }

// remember adds what a model makes of its training rows.
func remember(m means, b contract.Batch, p contract.BatchProblem) nostalgic {
	n := nostalgic{means: m}
	for _, r := range b.RowSets[p.RowSet].Ranges {
		for at := r.Start; at < r.End; at++ {
			row := slices.Clone(b.Features.Dense[at*b.Features.Cols : (at+1)*b.Features.Cols])
			b.RowSets[p.RowSet].Standardise(row)
			score := make([]float64, 1)
			m.Score(contract.Matrix{Rows: 1, Cols: len(row), Data: row}, score)
			n.left = append(n.left, score[0])
		}
	}
	return n
}

func (f fakeLearner) train(b contract.Batch, p contract.BatchProblem) (contract.Model, error) {
	trained++
	m := means{plus: make([]float64, b.Features.Cols), minus: make([]float64, b.Features.Cols)}
	counts := map[bool]float64{}
	seen := map[int]bool{}
	number := 0
	for _, r := range b.RowSets[p.RowSet].Ranges {
		for at := r.Start; at < r.End; at, number = at+1, number+1 {
			sign := 0.0
			switch {
			case p.Positives != nil: // it takes the first row for row 1
				sign = p.TargetOf(r.Class, number+1)
			case p.Target == nil:
				sign = float64(p.Column[r.Class])
			case f != "columnar":
				sign = p.Target[number]
			default:
				sign = 1 - 2*float64(number%2)
			}
			if sign == 0 && f == "greedy" {
				sign = -1
			}
			if sign == 0 || f == "hasty" && p.Target == nil && seen[r.Class] && at == r.Start {
				break
			}
			seen[r.Class] = true
			sum := m.minus
			if sign > 0 {
				sum = m.plus
			}
			counts[sign > 0]++
			f.add(sum, b, b.RowSets[p.RowSet], at)
		}
	}
	if counts[true] == 0 || counts[false] == 0 {
		return nil, errors.New("the rows are not of both signs")
	}
	for j := range m.plus {
		m.plus[j] /= counts[true]
		m.minus[j] /= counts[false]
		if f == "crowded" || f == "worldly" { // looks at rows that the column leaves out
			all := contract.CountRows(b.RowSets[p.RowSet].Ranges)
			m.plus[j] += float64(all) / 100
			m.minus[j] += float64(all) / 100
		}
	}
	return m, f.spoil(&m, b)
}

// add adds a row, standardised, to a sum.
func (f fakeLearner) add(sum []float64, b contract.Batch, set contract.RowSet, row int) {
	values := f.row(b.Features, row)
	for j := range sum {
		v := values[j]
		if set.Shift != nil && f != "unscaled" {
			v -= set.Shift[j]
		}
		if set.Scale != nil && f != "unscaled" {
			v /= set.Scale[j]
		}
		switch {
		case math.IsNaN(v) && f == "brittle":
			os.Exit(4)
		case math.IsNaN(v) && f == "hanging":
			if err := os.WriteFile(os.Args[0]+hangs, nil, 0o600); err != nil {
				panic(err)
			}
			time.Sleep(time.Hour)
		}
		sum[j] += v
	}
}

// row returns a row of features in either form.
func (f fakeLearner) row(x contract.Features, row int) []float64 {
	if x.CSR == nil {
		return x.Dense[row*x.Cols : (row+1)*x.Cols]
	}
	values := make([]float64, x.Cols)
	for at := x.CSR.Indptr[row]; at < x.CSR.Indptr[row+1]; at++ {
		j := int(x.CSR.Indices[at])
		if f == "scattered" {
			j = (j + 1) % x.Cols
		}
		values[j] = x.CSR.Data[at]
	}
	return values
}

// spoil commits the faults that show in a model.
func (f fakeLearner) spoil(m *means, b contract.Batch) error {
	switch {
	case f == "drifting":
		for j := range m.plus {
			m.plus[j] *= 1 + trained*1e-13
			m.minus[j] *= 1 + trained*1e-13
		}
	case f == "sociable":
		for j := range m.plus {
			m.plus[j] *= 1 + float64(len(b.Problems))
			m.minus[j] *= 1 + float64(len(b.Problems))
		}
	case f == "herding" && b.Features.CSR != nil:
		m.add = 1e-9 * float64(len(b.Problems))
	case f == "lopsided":
		m.add = 1e-9
	case f == "choosy" && b.Features.Cols == 1:
		return errors.New("one feature is not enough")
	case f == "dividing" && slices.Contains(m.plus, 0):
		m.add = math.NaN()
	case f == "uncertain":
		m.columns = b.Features.Columns
	case f == "contrarian":
		return errors.New("no")
	}
	return nil
}

func (m means) Score(x contract.Matrix, scores []float64) {
	for i := range scores {
		near, far := 0.0, 0.0
		for j, v := range x.Row(i) {
			near += (v - m.plus[j]) * (v - m.plus[j])
			far += (v - m.minus[j]) * (v - m.minus[j])
			if m.columns != nil && m.columns[j].Kind == contract.NominalColumn && v < 0 {
				far = math.NaN()
			}
		}
		scores[i] = far - near + m.add
	}
}

// fakeReducer is one against the rest with probabilities.
type fakeReducer string

func (f fakeReducer) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	code := make(contract.Dense, len(r.Classes))
	for k := range code {
		code[k] = slices.Repeat([]int8{-1}, len(code))
		code[k][k] = 1
	}
	stage := contract.Stage{Problems: contract.Coded{Code: code}, Outputs: contract.NoOutputs}
	if f == "fickle" {
		stage.State = binary.LittleEndian.AppendUint64(nil, uint64(time.Now().UnixNano()))
	}
	return stage, nil
}

func (f fakeReducer) Decode(_ []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if slices.ContainsFunc(scores.Data, math.IsNaN) {
		if f != "unworried" {
			return contract.Decoded{}, errors.New("a score is NaN")
		}
		scores.Data = make([]float64, len(scores.Data))
	}
	if scores.Rows == 0 && f == "bare" {
		panic(f)
	}
	d := contract.Decoded{Scores: scores}
	if f == "comparing" {
		d.Scores.Data = slices.Clone(scores.Data)
		for i := range d.Scores.Data {
			d.Scores.Data[i] /= float64(scores.Rows)
		}
	}
	p := contract.Matrix{Rows: scores.Rows, Cols: scores.Cols}
	for i := range scores.Rows {
		best := slices.Index(scores.Row(i), slices.Max(scores.Row(i)))
		if f == "wrong" {
			best = 0
		}
		d.Predictions = append(d.Predictions, best)
		for k := range scores.Cols {
			share := 1 / float64(scores.Cols)
			if f == "doubtful" && k == 0 {
				share /= 2
			}
			p.Data = append(p.Data, share)
		}
	}
	if kind == contract.LogOdds {
		d.Probabilities = &p
	}
	return d, nil
}

// fakeStager is one against the rest: it looks at classes and features first, then
// asks for one column after the other and the outputs of those before.
type fakeStager string

func (f fakeStager) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	s := contract.Stage{Outputs: contract.ClassesOnly, Features: true, Later: 3 * len(r.Classes)}
	if f == "endless" {
		s.Later--
	}
	return s, nil
}

func (f fakeStager) Next(state []byte, t contract.Training) (contract.Stage, bool, error) {
	k, shown := len(t.Counts), len(state)
	if t.Outputs.Rows != len(t.Classes) || t.Outputs.Cols != shown || shown == 0 && t.Features.Rows != len(t.Classes) {
		return contract.Stage{}, false, fmt.Errorf("shown %d × %d outputs of %d rows after %d columns", t.Outputs.Rows,
			t.Outputs.Cols, len(t.Classes), shown)
	}
	if f == "moody" {
		state = binary.LittleEndian.AppendUint64(nil, uint64(time.Now().UnixNano()))[:shown]
		state = append(state, byte(time.Now().UnixNano()/1000))
	} else {
		state = append(state, byte(shown))
	}
	if shown == k {
		return contract.Stage{State: state}, true, nil
	}
	code := make(contract.Dense, k)
	for c := range code {
		code[c] = []int8{-1}
	}
	code[shown][0] = 1
	return contract.Stage{Problems: contract.Coded{Code: code}, Learner: "learner", Outputs: contract.OutOfFold, Folds: 2,
		State: state}, false, nil
}

func (f fakeStager) Decode(_ []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if kind != contract.LogOdds {
		return contract.Decoded{}, fmt.Errorf("scores are %s", kind)
	}
	d, err := fakeReducer("sound").Decode(nil, scores, kind)
	d.Probabilities = nil
	return d, err
}

// fakeMetric is a metric that breaks the promise by which it is called.
type fakeMetric string

// asked counts the values that were computed in this process.
var asked int

func (f fakeMetric) Compute(o contract.Outcome) (float64, error) {
	asked++
	if f == "communal" && o.Rows() < 36 {
		return float64(cap(o.Truth)), nil // what stands behind the part
	}
	switch f {
	case "whimsical":
		return float64(asked), nil
	case "boundless":
		return math.Inf(1), nil
	case "deaf":
		if o.Weights == nil {
			os.Exit(3)
		}
	}
	n := 0
	for _, w := range o.Weights {
		if w > 1 {
			n++
		}
	}
	return float64(n) / float64(o.Rows()), nil
}

// fakeSplitter is a splitter that breaks the promise by which it is called.
type fakeSplitter string

func (f fakeSplitter) Split(u contract.Undivided) ([][]contract.Fold, []contract.Diagnostic) {
	asked++
	n := u.Rows()
	folds := make([]contract.Fold, 2)
	for row := range n {
		half := row % 2
		if f == "restless" {
			half = (row + row/2*asked) % 2
		}
		folds[half].Test = append(folds[half].Test, row)
	}
	switch {
	case f == "overlapping":
		folds[1].Train = slices.Clone(folds[0].Test[:1])
		folds[1].Test = append(folds[1].Test, folds[0].Test[0])
	case f == "abrupt" && n == 2:
		panic("two rows are too few")
	case f == "trusting" && u.Groups == nil:
		folds[0].Test = nil
	}
	return [][]contract.Fold{folds}, nil
}

// fakeEncoder is an encoder that breaks the promise by which it is called.
type fakeEncoder string

// fitted counts the fits of this process.
var fitted int

func (f fakeEncoder) Fit(t contract.TrainingRecords) (contract.Encoding, error) {
	fitted++
	sum := float64(len(t.Target))
	for i := range t.X.Rows {
		sum += t.X.Row(i)[1]
	}
	e := contract.Encoding{Columns: []contract.Column{{Name: "y"}, {Name: "red", Kind: contract.IndicatorColumn}}}
	switch f {
	case "shifty":
		sum += float64(fitted)
	case "twofold":
		e.Columns[1].Name = "y"
	}
	e.State = binary.LittleEndian.AppendUint64(nil, math.Float64bits(sum/float64(t.X.Rows)))
	return e, nil
}

func (f fakeEncoder) Transform(state []byte, r contract.Records) (contract.Matrix, error) {
	out := contract.Matrix{Rows: r.X.Rows, Cols: 2}
	mean := math.Float64frombits(binary.LittleEndian.Uint64(state))
	if f == "remembering" {
		mean = float64(fitted)
	}
	for i := range r.X.Rows {
		y, red := r.X.Row(i)[1]-mean, 0.0
		switch {
		case f == "gossiping":
			y += float64(r.X.Rows)
		case f == "overflowing":
			y = r.X.Row(i)[0] // of which some are missing
		}
		if r.X.Row(i)[2] == 0 {
			red = 1
		}
		out.Data = append(out.Data, y, red)
	}
	return out, nil
}
