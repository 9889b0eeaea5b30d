package gram

import (
	"encoding/json"

	"github.com/manyclass/bench/framework/contract"
)

// Settings are the parameters by which a learner block names a kernel.
type Settings struct {
	Kernel string  `json:"kernel"`
	Gamma  Gamma   `json:"gamma"`
	Degree int     `json:"degree"`
	Coef0  float64 `json:"coef0"`
}

// Gamma is a number, or a word for one that follows from the rows.
type Gamma struct {
	Word  string // Scale, Auto or ""
	Value float64
}

// UnmarshalJSON reads the number or the word.
func (g *Gamma) UnmarshalJSON(b []byte) error {
	*g = Gamma{}
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &g.Word)
	}
	return json.Unmarshal(b, &g.Value)
}

// Params describes the settings.
func Params() []contract.Param {
	return []contract.Param{
		{Name: "kernel", Type: "string", Default: RBF, OneOf: []string{RBF, Poly, Sigmoid, Linear},
			Doc: "Kernel: rbf exp(−γ‖x−z‖²), poly (γ x·z + coef0)^degree, sigmoid tanh(γ x·z + coef0), linear x·z."},
		{Name: "gamma", Type: "any", Default: Scale, OneOf: []string{Scale, Auto}, Above: contract.Bound(0),
			Doc: "γ: a number, scale for 1/(d·var) with the variance of all entries of the fold's training rows, auto for 1/d."},
		{Name: "degree", Type: "number", Default: 3.0, Min: contract.Bound(1), Integer: true, Doc: "Degree of poly."},
		{Name: "coef0", Type: "number", Default: 0.0, Doc: "Constant of poly and sigmoid."},
	}
}

// FoldWide reports whether the kernel depends on all training rows of the fold.
func (s Settings) FoldWide() bool { return s.Gamma.Word == Scale && s.Kernel != Linear }

// Of returns the kernel for some training rows.
func (s Settings) Of(p *Points) (Kernel, error) {
	k := Kernel{Kind: s.Kernel, Gamma: s.Gamma.Value, Coef0: s.Coef0, Degree: s.Degree}
	if s.Gamma.Word == "" || s.Kernel == Linear {
		return k, nil
	}
	var err error
	k.Gamma, err = GammaOf(s.Gamma.Word, p)
	return k, err
}
