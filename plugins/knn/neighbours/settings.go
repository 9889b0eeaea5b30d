package neighbours

import "github.com/manyclass/bench/framework/contract"

// settings are the parameters of a learner block.
type settings struct {
	K       int    `json:"k"`
	Weights string `json:"weights"`
	Metric  string `json:"metric"`
}

// The values of the parameters weights and metric.
const (
	uniform   = "uniform"
	distance  = "distance"
	euclidean = "euclidean"
	manhattan = "manhattan"
)

func metricParam() contract.Param {
	return contract.Param{Name: "metric", Type: "string", Default: euclidean, OneOf: []string{euclidean, manhattan},
		Doc: "Distance of two rows: √Σ (x − z)² or Σ |x − z|."}
}
