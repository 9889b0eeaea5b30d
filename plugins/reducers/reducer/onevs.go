package reducer

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

func oneVsRest() contract.Component {
	return contract.Component{
		Kind: contract.KindReducer,
		Name: "one_vs_rest",
		Doc: "One binary problem a class, that class against all others (a single one for two classes); " +
			"max_score takes the class whose model scores highest, and its probabilities are the sigmoids of the scores divided by their sum " +
			"(those of margins are not calibrated).",
		Params: decodingParams(decode.MaxScore, decode.Hamming, decode.LossBased),
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Deterministic: true,
			Probabilities: []contract.ScoreKind{contract.LogOdds, contract.Margin},
		},
		Validate:   validateDecoding,
		Narrow:     narrowOneVsRest,
		NewReducer: newDesigned(codes.OneVsRest, func(k int) int { return k }),
	}
}

func oneVsOne() contract.Component {
	return contract.Component{
		Kind: contract.KindReducer,
		Name: "one_vs_one",
		Doc: "One binary problem for each of the K(K-1)/2 pairs of classes, trained on their rows only; " +
			"vote takes the class that wins most of its pairs, an abstention counting one half.",
		Params:       decodingParams(decode.Vote, decode.Hamming, decode.LossBased),
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Deterministic: true},
		Validate:     validateDecoding,
		NewReducer:   newDesigned(codes.OneVsOne, func(k int) int { return k * (k - 1) / 2 }),
	}
}

func validateDecoding(cfg contract.Config) []contract.Diagnostic {
	var d decoding
	if err := cfg.Decode(&d); err != nil {
		return []contract.Diagnostic{contract.Errorf(nil, "unreadable configuration", "%v", err)}
	}
	return d.unused()
}

// narrowOneVsRest withdraws the probabilities from every decoding but max_score.
func narrowOneVsRest(cfg contract.Config) contract.Capabilities {
	c := oneVsRest().Capabilities
	var d decoding
	if err := cfg.Decode(&d); err != nil || d.Decoding != decode.MaxScore {
		c.Probabilities = nil
	}
	return c
}

// designed reduces by a code that depends on the number of classes alone.
type designed struct {
	design  func(classes int) contract.Code
	columns func(classes int) int
	rule    decode.Rule
}

func newDesigned(design func(int) contract.Code, columns func(int) int) func(contract.Config) (contract.Reducer, error) {
	return func(cfg contract.Config) (contract.Reducer, error) {
		var d decoding
		if err := cfg.Decode(&d); err != nil {
			return nil, err
		}
		rule := d.rule()
		if err := rule.Check(); err != nil {
			return nil, err
		}
		return designed{design, columns, rule}, nil
	}
}

func (d designed) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	k := len(r.Classes)
	if ds := checkSize(k, d.columns(k)); ds != nil {
		return contract.Stage{}, ds
	}
	return binaryStage(d.design(k), d.rule), nil
}

func (d designed) Decode(state []byte, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	return decodeBinary(state, scores)
}
