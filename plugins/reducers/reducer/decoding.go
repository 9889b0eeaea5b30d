package reducer

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// decoding holds the attributes that every reduction by a code has. All but
// Decoding are empty when they are not written, so that writing one in vain can
// be told from leaving it out.
type decoding struct {
	Decoding decode.Method `json:"decoding"`
	Loss     decode.Loss   `json:"loss"`
	Zeros    decode.Zeros  `json:"zeros"`
	Ties     decode.Ties   `json:"ties"`
}

// decodingParams describes them; the first method is the default.
func decodingParams(methods ...decode.Method) []contract.Param {
	names := make([]string, len(methods))
	for i, m := range methods {
		names[i] = string(m)
	}
	return []contract.Param{
		{Name: "decoding", Type: "string", Decoding: true, Default: names[0], OneOf: names,
			Doc: "How the scores of the binary models become a class."},
		{Name: "loss", Type: "string", Decoding: true, OneOf: decode.Losses(),
			Doc: "Loss of the margin for decoding = \"loss_based\"; hinge if not written. Allwein et al. (2000) advise the loss that the learner minimises. The score of a class is -d, minus its distance; with exponential -ln d."},
		{Name: "zeros", Type: "string", Decoding: true, OneOf: []string{string(decode.Count), string(decode.Skip), string(decode.Mean)},
			Doc: "What a zero entry of the code adds to a distance (hamming, loss_based): the loss at margin 0 (count, if not written), nothing (skip), or nothing with the sum divided by the number of nonzero entries of the row (mean)."},
		{Name: "ties", Type: "string", Decoding: true, OneOf: []string{string(decode.ByScore), string(decode.First)},
			Doc: "How vote and hamming choose between equally good classes: by the sum of score times code entry (score, if not written) or by class order (first)."},
	}
}

// rule returns the decoder with its defaults filled in.
func (d decoding) rule() decode.Rule {
	r := decode.Rule{Method: d.Decoding}
	if d.Decoding == decode.LossBased {
		r.Loss = orElse(d.Loss, decode.Hinge)
	}
	if d.Decoding == decode.Hamming || d.Decoding == decode.LossBased {
		r.Zeros = orElse(d.Zeros, decode.Count)
	}
	if d.Decoding == decode.Hamming || d.Decoding == decode.Vote {
		r.Ties = orElse(d.Ties, decode.ByScore)
	}
	return r
}

func orElse[T ~string](value, fallback T) T {
	if value == "" {
		return fallback
	}
	return value
}

// unused warns of attributes that are written but that the decoding ignores.
func (d decoding) unused() []contract.Diagnostic {
	used := d.rule()
	var ds []contract.Diagnostic
	warn := func(attribute, users string) {
		ds = append(ds, contract.Warningf([]any{attribute}, fmt.Sprintf("%s has no effect", attribute),
			"decoding = %q does not use it; %s. Remove it or choose another decoding.", string(d.Decoding), users))
	}
	if d.Loss != "" && used.Loss == "" {
		warn("loss", "loss_based does")
	}
	if d.Zeros != "" && used.Zeros == "" {
		warn("zeros", "hamming and loss_based do")
	}
	if d.Ties != "" && used.Ties == "" {
		warn("ties", "vote and hamming do")
	}
	return ds
}
