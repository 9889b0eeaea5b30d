package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// Identity is everything that determines the result of a cell. What does not
// (names, order, workers, metrics, what else the experiment asks) is not in it.
type Identity struct {
	Protocol  int    `json:"protocol"`
	Seed      uint64 `json:"seed"`
	Dataset   string `json:"dataset"` // digest
	Encoder   Part   `json:"encoder"`
	Learner   Part   `json:"learner"`
	Reduction Part   `json:"reduction"`
	// Learners holds the learners that the reduction refers to, by parameter. Its
	// own configuration is then without their names.
	Learners   map[string]Part `json:"learners,omitempty"`
	Validation Part            `json:"validation"`
	Repeat     int             `json:"repeat"`
	Fold       int             `json:"fold"`
	// Train is set if a metric is on the training rows, whose predictions are
	// then kept too. It is all that metrics change: a result without those
	// predictions does not do.
	Train bool `json:"train,omitempty"`
	// Isolated is set if the cell's problems are trained for it alone: a result
	// whose seconds were shared does not do.
	Isolated bool `json:"isolated,omitempty"`
}

// Part is a component with its configuration and the digest of the package it
// comes from ("" for those of the framework).
type Part struct {
	Package string          `json:"package,omitempty"`
	Type    string          `json:"type"`
	Config  contract.Config `json:"config"`
	// Host is what bench itself does with the component (tuning, calibration).
	Host contract.Config `json:"host,omitempty"`
}

// Key returns the content hash of an identity: the first 32 hex digits of a
// SHA-256 over its canonical JSON.
func (i Identity) Key() string {
	b, err := json.Marshal(i)
	if err != nil {
		panic(fmt.Sprintf("plan: identity %+v: %v", i, err))
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
