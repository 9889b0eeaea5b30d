package diff

import (
	"fmt"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/score"
)

// SideOf is a results folder whose cells have been read: it computes their scores.
func SideOf(dir string, in score.Input) (Side, error) {
	manifest, err := folder.ReadManifest(dir)
	if err != nil {
		return Side{}, err
	}
	rows, err := score.Compute(in)
	if err != nil {
		return Side{}, fmt.Errorf("%s: %w", dir, err)
	}
	altered, err := manifest.Altered(dir)
	return Side{Manifest: manifest, Plan: in.Plan, Scores: rows, Altered: altered}, err
}
