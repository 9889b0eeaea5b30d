package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

func fromDescription(d service.Description) (*DescribeResponse, error) {
	out := &DescribeResponse{Name: d.Name, Version: d.Version, Runtimes: d.Runtimes, Code: d.Code}
	for _, c := range d.Components {
		component := &Component{
			Kind: string(c.Kind), Name: c.Name, Doc: c.Doc,
			Capabilities: fromCapabilities(c.Capabilities),
		}
		for _, p := range c.Params {
			param, err := fromParam(p)
			if err != nil {
				return nil, fmt.Errorf("%s %q: %w", c.Kind, c.Name, err)
			}
			component.Params = append(component.Params, param)
		}
		out.Components = append(out.Components, component)
	}
	return out, nil
}

func toDescription(m *DescribeResponse) (service.Description, error) {
	d := service.Description{Name: sentence(m.Name), Version: sentence(m.Version)}
	if err := checkDescription(m); err != nil {
		return d, err
	}
	d.Runtimes, d.Code = toRuntimes(m.Runtimes), m.Code
	for _, c := range m.Components {
		component := contract.Component{
			Kind: contract.Kind(c.Kind), Name: c.Name, Doc: wording.Harmless(c.Doc, maxText),
			Capabilities: toCapabilities(c.Capabilities),
		}
		for _, p := range c.Params {
			param, err := toParam(p)
			if err != nil {
				return d, fmt.Errorf("%s %q: %w", c.Kind, c.Name, err)
			}
			component.Params = append(component.Params, param)
		}
		d.Components = append(d.Components, component)
	}
	return d, nil
}

// toRuntimes takes versions as they can be shown; nil if there are none.
func toRuntimes(m map[string]string) map[string]string {
	if len(m) == 0 {
		return nil
	}
	runtimes := map[string]string{}
	for of, version := range m {
		runtimes[sentence(of)] = sentence(version)
	}
	return runtimes
}

func fromParam(p contract.Param) (*Param, error) {
	out := &Param{
		Name: p.Name, Type: p.Type, Required: p.Required, OneOf: p.OneOf,
		Min: p.Min, Max: p.Max, Above: p.Above, Integer: p.Integer, Doc: p.Doc, Decoding: p.Decoding,
	}
	if p.Default != nil {
		b, err := json.Marshal(p.Default)
		if err != nil {
			return nil, fmt.Errorf("default of parameter %q: %w", p.Name, err)
		}
		out.DefaultJson = string(b)
	}
	return out, nil
}

func toParam(m *Param) (contract.Param, error) {
	p := contract.Param{
		Name: m.Name, Type: sentence(m.Type), Required: m.Required, OneOf: sentences(m.OneOf),
		Min: m.Min, Max: m.Max, Above: m.Above, Integer: m.Integer, Doc: wording.Harmless(m.Doc, maxText),
		Decoding: m.Decoding,
	}
	if m.DefaultJson != "" {
		if err := json.Unmarshal([]byte(m.DefaultJson), &p.Default); err != nil {
			return p, fmt.Errorf("default of parameter %q: %w", m.Name, err)
		}
	}
	return p, nil
}

func fromCapabilities(c contract.Capabilities) *Capabilities {
	m := &Capabilities{
		Tasks: texts[string](c.Tasks), Scores: string(c.Scores), Facts: texts[string](c.Facts),
		SharedRows: int64(c.SharedRows), MostFeatures: int64(c.MostFeatures),
		Probabilities: texts[string](c.Probabilities), Needs: texts[string](c.Needs),
	}
	for _, p := range contract.Properties {
		m.ProtoReflect().Set(flag(p), protoreflect.ValueOfBool(c.Has(p.Property)))
	}
	return m
}

func toCapabilities(m *Capabilities) contract.Capabilities {
	c := contract.Capabilities{
		Tasks: texts[contract.Task](m.GetTasks()), Scores: contract.ScoreKind(m.GetScores()),
		Facts:      texts[contract.RowFact](m.GetFacts()),
		SharedRows: int(m.GetSharedRows()), MostFeatures: int(m.GetMostFeatures()),
		Probabilities: texts[contract.ScoreKind](m.GetProbabilities()), Needs: texts[contract.ScoreKind](m.GetNeeds()),
	}
	for _, p := range contract.Properties {
		c.Properties |= p.Property.If(m.ProtoReflect().Get(flag(p)).Bool())
	}
	return c
}

// flag is the field of the message that has a property's name.
func flag(p contract.PropertyRow) protoreflect.FieldDescriptor {
	return (*Capabilities)(nil).ProtoReflect().Descriptor().Fields().ByName(protoreflect.Name(p.Name))
}

func fromDiagnostics(ds []contract.Diagnostic) []*Diagnostic {
	var out []*Diagnostic
	for _, d := range ds {
		m := &Diagnostic{Severity: string(d.Severity), Summary: d.Summary, Detail: d.Detail}
		for _, step := range d.Path {
			switch s := step.(type) {
			case string:
				m.Path = append(m.Path, &Step{Step: &Step_Attribute{Attribute: s}})
			case contract.Key: // messages do not tell it from the value
				m.Path = append(m.Path, &Step{Step: &Step_Attribute{Attribute: string(s)}})
			case int:
				m.Path = append(m.Path, &Step{Step: &Step_Index{Index: int64(s)}})
			default:
				panic(fmt.Sprintf("wire: step of type %T in the path of %q", step, d.Summary))
			}
		}
		out = append(out, m)
	}
	return out
}

func toDiagnostics(ms []*Diagnostic) []contract.Diagnostic {
	var out []contract.Diagnostic
	for _, m := range ms[:min(len(ms), maxList)] {
		d := contract.Diagnostic{Severity: contract.Severity(m.Severity), Summary: sentence(m.Summary),
			Detail: wording.Harmless(m.Detail, maxText)}
		if d.Severity != contract.Warning && d.Severity != contract.Note {
			d.Severity = contract.Error
		}
		for _, step := range m.Path[:min(len(m.Path), maxList)] {
			switch s := step.Step.(type) {
			case *Step_Attribute:
				d.Path = append(d.Path, s.Attribute)
			case *Step_Index:
				d.Path = append(d.Path, int(s.Index))
			}
		}
		out = append(out, d)
	}
	return out
}

func fromRanges(rs []contract.Range) []*Range {
	return lists.Map(rs, func(r contract.Range) *Range {
		return &Range{Start: int64(r.Start), End: int64(r.End), ClassNumber: int32(r.Class)}
	})
}

func toRanges(ms []*Range) []contract.Range {
	return lists.Map(ms, func(m *Range) contract.Range {
		return contract.Range{Start: int(m.Start), End: int(m.End), Class: int(m.ClassNumber)}
	})
}

func fromFeatures(f service.Features) *Features {
	return &Features{
		Rows: int64(f.Rows), Cols: int64(f.Cols), DensePath: f.Dense, DataPath: f.Data,
		IndicesPath: f.Indices, IndptrPath: f.Indptr, ColumnsPath: f.Columns,
	}
}

func toFeatures(m *Features) service.Features {
	return service.Features{
		Rows: int(m.GetRows()), Cols: int(m.GetCols()), Dense: m.GetDensePath(), Data: m.GetDataPath(),
		Indices: m.GetIndicesPath(), Indptr: m.GetIndptrPath(), Columns: m.GetColumnsPath(),
	}
}

func fromRowSet(s service.RowSet) *RowSet {
	return &RowSet{Ranges: fromRanges(s.Ranges), WeightsPath: s.Weights, Shift: s.Shift, Scale: s.Scale}
}

func toRowSet(m *RowSet) service.RowSet {
	return service.RowSet{
		Ranges: toRanges(m.GetRanges()), Weights: m.GetWeightsPath(), Shift: m.GetShift(), Scale: m.GetScale(),
	}
}

func fromTrainCall(c service.TrainCall) *TrainRequest {
	out := &TrainRequest{
		Component: c.Component, ConfigJson: c.Config, Features: fromFeatures(c.Features), Threads: int32(c.Threads),
		Isolated: c.Isolated, LeaveOneOut: c.LeaveOneOut,
	}
	for _, s := range c.RowSets {
		out.RowSets = append(out.RowSets, fromRowSet(s))
	}
	for _, p := range c.Problems {
		out.Problems = append(out.Problems, &Problem{
			RowSet: int32(p.RowSet), Task: string(p.Task), Column: numbers[byte](p.Column),
			TargetPath: p.Target, Positives: p.Positives, Classes: int32(p.Classes), Seed: p.Seed,
		})
	}
	return out
}

func toTrainCall(m *TrainRequest) service.TrainCall {
	c := service.TrainCall{
		Component: m.Component, Config: m.ConfigJson, Features: toFeatures(m.Features), Threads: int(m.Threads),
		Isolated: m.Isolated, LeaveOneOut: m.LeaveOneOut,
	}
	for _, s := range m.RowSets {
		c.RowSets = append(c.RowSets, toRowSet(s))
	}
	for _, p := range m.Problems {
		c.Problems = append(c.Problems, service.Problem{
			RowSet: int(p.RowSet), Task: contract.Task(p.Task), Column: numbers[int8](p.Column),
			Target: p.TargetPath, Positives: p.Positives, Classes: int(p.Classes), Seed: p.Seed,
		})
	}
	return c
}

func fromNextCall(c service.NextCall) *NextRequest {
	return withPaths(&NextRequest{
		Component: c.Component.Name, ConfigJson: c.Component.Config, State: c.State, Counts: numbers[int64](c.Counts),
		Kind: string(c.Kind), Features: fromFeatures(c.Features), Rows: fromRowSet(c.Rows), Seed: c.Seed,
	}, c.Arrays(&contract.Training{}), c.Answer(nil))
}

func toNextCall(m *NextRequest) service.NextCall {
	c := service.NextCall{
		Component: refOf(contract.KindReducer, m), State: m.State, Counts: numbers[int](m.Counts),
		Kind: contract.ScoreKind(m.Kind), Features: toFeatures(m.Features), Rows: toRowSet(m.Rows), Seed: m.Seed,
	}
	takePaths(m, c.Arrays(&contract.Training{}), c.Answer(nil))
	return c
}

// fromStage leaves out the values of targets: those are in a file.
func fromStage(s contract.Stage) *Stage {
	out := &Stage{
		Task:    string(s.Task()),
		Outputs: string(s.Outputs), Folds: int32(s.Folds), State: s.State,
		Learner: s.Learner, Inputs: texts[string](s.Inputs), Features: s.Features, Later: int64(s.Later),
		Of: numbers[int32](s.Of),
	}
	if g := s.Search; g != nil {
		out.Search = &Search{Beam: int32(g.Beam), Samples: int32(g.Samples), Least: g.Least, Seed: g.Seed}
	}
	switch p := s.Problems.(type) {
	case contract.Labelled:
		out.Labels = numbers[int32](p)
	case contract.Subsets:
		out.Subsets = fromSubsets(p)
	case contract.Targeted:
		out.TargetRows, out.TargetColumns, out.Groups = int64(p.Values.Rows), int64(p.Values.Cols), int32(p.Groups)
		out.TargetOf, out.TargetWeights = numbers[int64](p.Rows), p.Weights
	case contract.Coded:
		if p.Count() > 0 {
			out.setCode(p.Code)
		}
	}
	return out
}

// fromSubsets writes a set that is the part of an earlier subset, as those of the children of a node are, as its
// number.
func fromSubsets(list contract.Subsets) []*Subset {
	parts := map[*int32]int{} // numbers of subsets, from 1, by the first entries of their parts
	var out []*Subset
	for n, s := range list {
		m := &Subset{Positive: s.Positive}
		if len(s.Among) > 0 {
			within := parts[&s.Among[0]]
			if within > 0 && len(list[within-1].Positive) == len(s.Among) {
				m.Within = int32(within)
			} else {
				m.Among = s.Among
			}
		}
		out = append(out, m)
		if len(s.Positive) > 0 {
			parts[&s.Positive[0]] = n + 1
		}
	}
	return out
}

func toSubsets(list []*Subset) (contract.Subsets, error) {
	out := make(contract.Subsets, 0, len(list))
	for n, m := range list {
		s := contract.Subset{Positive: m.Positive}
		switch within := int(m.Within); {
		case within < 0 || within > n:
			return nil, fmt.Errorf("the plugin sent a subset within number %d, which does not come before it", within)
		case within > 0:
			s.Among = out[within-1].Positive
		case len(m.Among) > 0:
			s.Among = m.Among
		}
		out = append(out, s)
	}
	return out, nil
}

// setCode names a code by its design, or writes it out.
func (m *Stage) setCode(code contract.Code) {
	m.Rows, m.Columns = int32(code.Classes()), int32(code.Columns())
	switch c := code.(type) {
	case contract.Designed:
		m.Design = c.Design()
	case contract.Dense:
		for _, row := range c {
			m.Code = append(m.Code, numbers[byte](row)...)
		}
	}
}

func toStage(m *Stage) (contract.Stage, error) {
	s := contract.Stage{
		Outputs: contract.Outputs(m.GetOutputs()), Folds: int(m.GetFolds()), State: m.GetState(),
		Learner: m.GetLearner(), Inputs: texts[contract.Input](m.GetInputs()), Features: m.GetFeatures(),
		Later: int(m.GetLater()), Of: numbers[int](m.GetOf()),
	}
	if s.Outputs == "" {
		s.Outputs = contract.NoOutputs
	}
	if g := m.GetSearch(); g != nil {
		s.Search = &contract.Search{Beam: int(g.Beam), Samples: int(g.Samples), Least: g.Least, Seed: g.Seed}
	}
	if err := checkStage(m); err != nil {
		return s, err
	}
	code, err := toCode(m)
	if err != nil {
		return s, err
	}
	targets := contract.Targeted{
		Values: contract.Matrix{Rows: int(m.GetTargetRows()), Cols: int(m.GetTargetColumns())},
		Groups: int(m.GetGroups()), Rows: numbers[int](m.GetTargetOf()), Weights: m.GetTargetWeights(),
	}
	if len(m.GetSubsets()) > 0 {
		if code != nil || m.GetLabels() != nil || m.GetTargetColumns() > 0 {
			return s, errors.New("the plugin sent a stage with subsets beside other problems")
		}
		s.Problems, err = toSubsets(m.GetSubsets())
		return s, err
	}
	s.Problems, err = contract.NewProblems(contract.Task(m.GetTask()), code, numbers[int](m.GetLabels()), targets)
	if err != nil {
		return s, fmt.Errorf("the plugin sent a stage that cannot be trained: %w", err)
	}
	return s, nil
}

// toCode checks the shape of a code before anybody indexes into it; nil is none.
func toCode(m *Stage) (contract.Code, error) {
	rows, cols := int64(m.GetRows()), int64(m.GetColumns())
	if m.GetDesign() != "" {
		c, err := contract.Design(m.GetDesign(), int(rows))
		if err != nil || cols != int64(c.Columns()) || len(m.GetCode()) > 0 {
			return nil, fmt.Errorf("the plugin sent a code %q of %d classes in %d columns with %d entries", m.GetDesign(), rows,
				cols, len(m.GetCode()))
		}
		return c, nil
	}
	if rows*cols != int64(len(m.GetCode())) {
		return nil, fmt.Errorf("the plugin sent a code of %d rows, %d columns and %d entries", rows, cols, len(m.GetCode()))
	}
	entries := numbers[int8](m.GetCode())
	for i, e := range entries {
		if e < -1 || e > 1 {
			return nil, fmt.Errorf("the plugin sent a code with the entry %d in row %d; entries are +1, -1 and 0", e,
				int64(i)/cols)
		}
	}
	if cols == 0 {
		return nil, nil
	}
	return contract.Dense(slices.Collect(slices.Chunk(entries, int(cols)))), nil
}

func fromReduction(ref service.ComponentRef, r contract.Reduction) (*PlanRequest, error) {
	m := &PlanRequest{Component: ref.Name, ConfigJson: ref.Config, Classes: r.Classes, Counts: numbers[int64](r.Counts),
		Seed: r.Seed}
	if r.Tree == nil {
		return m, nil
	}
	var err error
	m.TreeJson, err = json.Marshal(r.Tree)
	return m, err
}

func toReduction(m *PlanRequest) (contract.Reduction, error) {
	r := contract.Reduction{Classes: m.Classes, Counts: numbers[int](m.Counts), Seed: m.Seed}
	if len(m.TreeJson) == 0 {
		return r, nil
	}
	if err := json.Unmarshal(m.TreeJson, &r.Tree); err != nil {
		return r, fmt.Errorf("tree: %w", err)
	}
	if r.Tree == nil {
		return r, nil
	}
	return r, r.Tree.Check(len(m.Classes))
}
