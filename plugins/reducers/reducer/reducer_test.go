package reducer

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/trial"
)

// FuzzReducer builds, plans and decodes whatever the configuration and state
// say: it may refuse, it must not panic.
func FuzzReducer(f *testing.F) {
	f.Add("ecoc", []byte(`{"matrix":[[1,-1],[-1,1]],"decoding":"hamming"}`),
		[]byte(`{"rule":{"method":"hamming"},"rows":["+-","-+"]}`))
	f.Add("ecoc", []byte(`{"matrix":[[1,null],[2]],"classes":["a","a"],"decoding":"loss_based"}`),
		[]byte(`{"rows":["0"]}`))
	f.Add("ecoc", []byte(`{"code":"dense_random","columns":3,"candidates":3,"decoding":"hamming"}`), []byte(`{}`))
	f.Add("one_vs_rest", []byte(`{"decoding":"max_score"}`), []byte(`{"rule":{"method":"max_score"},"rows":["+","-"]}`))
	f.Add("one_vs_one", []byte(`{"decoding":"loss_based","loss":"exponential","zeros":"skip"}`),
		[]byte(`{"rule":{"method":"loss_based","loss":"exponential","zeros":"skip"},"rows":["00","-+"]}`))
	f.Add("direct", []byte(`{}`), []byte(`{"classes":2}`))
	f.Add("ecoc", []byte(`{"code":"subclass_ecoc","decoding":"hamming"}`),
		[]byte(`{"phase":"observe","rule":{"method":"product"},"rows":["+0","-+","--"],"parts":[0,1,0],"kept":[0,1]}`))
	f.Add("nested_dichotomies", []byte(`{"tree":"random_pair","ensemble":2,"decoding":"product"}`),
		[]byte(`{"phase":"pair","rule":{"method":"product"},"rows":["+","-"],"skip":1,"seed":7}`))
	f.Add("ecoc", []byte(`{"code":"ordinal","order":["2","0","1"],"decoding":"cumulative"}`),
		[]byte(`{"rule":{"method":"hamming"},"rows":["+","-"],"skip":1}`))
	f.Add("direct", []byte(`{"thresholds":{"0":1,"1":2,"2":1e300}}`), []byte(`{"classes":2,"thresholds":[1,-1]}`))
	f.Add("ecoc", []byte(`{"code":"minimal","decoding":"inverse_hamming"}`),
		[]byte(`{"rule":{"method":"inverse_hamming"},"rows":["+0","-+","0-"]}`))
	f.Add("ecoc", []byte(`{"code":"exhaustive","decoding":"beta_density","ties":"first"}`),
		[]byte(`{"rule":{"method":"laplacian"},"rows":["+","-"]}`))
	f.Add("ecoc", []byte(`{"matrix":[[1,1],[1,-1],[-1,-1]],"decoding":"cumulative","thresholds":{"0":1,"1":1,"2":1}}`),
		[]byte(`{"rule":{"method":"probabilistic","thresholds":[0,1]},"rows":["+","-"]}`))
	f.Add("class_number", []byte(`{}`), []byte(`{"classes":2}`))
	f.Add("tournament", []byte(`{"errors":2,"costs":{"0":{"1":5}}}`), []byte(`{"classes":2,"matches":[
		{"left":{"from":-1},"right":{"from":-2},"model":0}, {"left":{"from":0,"lost":true},"right":{"from":0},"model":-1,
		"fixed":1}],"trained":[0]}`))
	f.Add("weighted_all_pairs", []byte(`{"costs":[[0,1],[2,0]],"ties":"first"}`),
		[]byte(`{"classes":2,"matches":[{"left":{"from":-1},"right":{"from":-2},"model":0}],"trained":[0]}`))
	f.Add("cost_sensitive_one_vs_rest", []byte(`{"costs":[[0,1,2],[2,0,1],[1,1,0]]}`), []byte(`{"classes":2}`))
	f.Add("binary_relevance", []byte(`{"threshold":"tuned"}`), []byte(`{"labels":1,"thresholds":[0]}`))
	f.Add("stacking", []byte(`{"threshold":0.5,"inputs":"outputs"}`), []byte(`{"labels":1}`))
	f.Add("plst", []byte(`{"components":1,"threshold":"cardinality"}`),
		[]byte(`{"labels":1,"mean":[0],"v":[[1]],"thresholds":[1]}`))
	f.Add("classifier_chain", []byte(`{"order":["0","1","2"],"ensemble":1}`), []byte(`{"chains":[[0],[0]],"links":2}`))
	f.Add("label_powerset", []byte(`{}`), []byte(`{"labels":2,"sets":["01"]}`))
	f.Add("calibrated_label_ranking", []byte(`{}`), []byte(`{"labels":2,"pairs":"+"}`))
	f.Fuzz(func(t *testing.T, name string, config, state []byte) {
		for _, c := range Components() {
			if c.Name != name {
				continue
			}
			valid := true
			if c.Validate != nil {
				for _, d := range c.Check(config) {
					valid = valid && d.Severity != contract.Error
				}
			}
			r, err := c.Reducer(config)
			if err != nil {
				return
			}
			if !valid {
				t.Fatal("an invalid configuration builds a reducer")
			}
			stage, _ := r.Plan(trial.Numbered(3))
			rng := rand.New(rand.NewPCG(1, 0))
			for _, cols := range []int{1, 2, stage.Count()} {
				scores := contract.Matrix{Rows: 2, Cols: cols}
				for range 2 * cols {
					scores.Data = append(scores.Data, 1e4*rng.NormFloat64())
				}
				checkDecoded(t, r, state, scores)
				checkDecoded(t, r, stage.State, scores)
			}
		}
	})
}

func checkDecoded(t *testing.T, r contract.Reducer, state []byte, scores contract.Matrix) {
	t.Helper()
	d, err := r.Decode(state, scores, contract.LogOdds)
	if err != nil {
		return
	}
	for _, k := range d.Predictions {
		if k < 0 || k >= max(2, d.Scores.Cols) {
			t.Fatalf("class %d of %d", k, d.Scores.Cols)
		}
	}
	for _, s := range d.Scores.Data {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			t.Fatalf("class score %v", s)
		}
	}
}
