package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Identity is everything that determines the results of a combination on its
// folds; its parts are named by their hashes. What does not (names, order,
// workers, metrics, repeats, what else the experiment asks) is not in it. The
// plan keeps identities and parts: whoever wants to know what results were made
// from, or why they no longer count, reads them there.
type Identity struct {
	Protocol  int    `json:"protocol"`
	Seed      uint64 `json:"seed"`
	Dataset   string `json:"dataset"`
	Encoder   string `json:"encoder"`
	Learner   string `json:"learner"`
	Reduction string `json:"reduction"`
	// Learners holds the learners that the reduction refers to, by parameter. Its
	// own configuration is then without their names.
	Learners map[string]string `json:"learners,omitempty"`
	// Encoders holds the encoders of plugins among the parts of the encoder, by their
	// numbers.
	Encoders   map[string]string `json:"encoders,omitempty"`
	Validation string            `json:"validation"`
	// Costs is the digest of the costs of the dataset, where the reduction or what is
	// tuned depends on them.
	Costs string `json:"costs,omitempty"`
	// Tree is the digest of the tree of the dataset's classes, likewise.
	Tree string `json:"tree,omitempty"`
	// LabelNoise is how training rows are given wrong classes; "" if they are not.
	LabelNoise string `json:"label_noise,omitempty"`
	// Train is set if a metric is on the training rows, whose predictions are
	// then kept too: a result without those predictions does not do.
	Train bool `json:"train,omitempty"`
	// SetFolds is by how many inner folds training rows calibrate prediction sets, whose class
	// probabilities are then kept too; 0 where they do not. What is made of these does
	// not matter: other sets need no other results.
	SetFolds int `json:"set_folds,omitempty"`
	// Isolated is set if the problems of a cell are trained for it alone: a result
	// whose seconds were shared does not do.
	Isolated bool `json:"isolated,omitempty"`
}

// Part is a component with all that its share in a result depends on.
type Part struct {
	Kind contract.Kind `json:"kind"`
	Type string        `json:"type"`
	// Config is complete, defaults included. Of a dataset it says how the table is
	// read or made, of files the names alone; of a validation method it is without
	// the number of repeats, on which no fold depends.
	Config contract.Config `json:"config"`
	// Host is what bench itself does with a learner or a reduction (tuning, calibration, costs).
	Host contract.Config `json:"host,omitempty"`
	// Content is the digest of a dataset's table; "" for the other kinds.
	Content string `json:"content,omitempty"`
	// Plugin is what offers the component; nil for those of the framework.
	Plugin *service.Origin `json:"plugin,omitempty"`
	// Sources are publications to cite for the component. No identity depends on them.
	Sources []contract.Source `json:"sources,omitempty"`
}

// Hash identifies the part. A dataset is its content, however it came about; a
// plugin is its bytes and runtimes, whatever it is called.
func (p Part) Hash() string {
	if p.Content != "" {
		p = Part{Kind: p.Kind, Content: p.Content}
	}
	p.Sources = nil
	if p.Plugin != nil {
		plugin := *p.Plugin
		plugin.Name, plugin.Version = "", ""
		p.Plugin = &plugin
	}
	return hash(p)
}

// Parts lists the hashes of the parts: dataset, encoder, learner, reduction, the
// encoders that are parts of the encoder, the learners that the reduction refers to by
// parameter, validation.
func (i Identity) Parts() []string {
	list := []string{i.Dataset, i.Encoder, i.Learner, i.Reduction}
	for _, others := range []map[string]string{i.Encoders, i.Learners} {
		for _, name := range slices.Sorted(maps.Keys(others)) {
			list = append(list, others[name])
		}
	}
	return append(list, i.Validation)
}

// Hash is the name of an identity in the plan.
func (i Identity) Hash() string { return hash(i) }

// Key returns the key of a combination's cell, given the hash of its identity.
func Key(identity string, repeat, fold int) string {
	return hash(struct {
		Identity     string
		Repeat, Fold int
	}{identity, repeat, fold})
}

// hash returns the first 32 hex digits of a SHA-256 over a value's JSON.
func hash(value any) string {
	b, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("plan: hash of %+v: %v", value, err))
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
