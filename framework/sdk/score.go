package sdk

import (
	"context"
	"fmt"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract/service"
)

// Score writes the scores of models on rows.
func (a *adapter) Score(ctx context.Context, call service.ScoreCall) (scored service.Scored, err error) {
	defer recovered(&err)
	start := time.Now()
	models, err := a.lookup(call.Models)
	if err != nil {
		return scored, err
	}
	features, closeFeatures, err := openFeatures(call.Features)
	if err != nil {
		return scored, err
	}
	defer closeFeatures()
	if err := checkRanges(call.Ranges, features.Rows); err != nil {
		return scored, err
	}
	scored.Widths = lists.Map(models, func(m storedModel) int { return m.width })
	s := &scorer{features: features, ranges: call.Ranges, block: blockValues}
	if call.Pairs.Of != "" {
		err = s.pairs(ctx, call, models)
	} else {
		err = s.table(ctx, call, models)
	}
	if err != nil {
		return scored, err
	}
	scored.Seconds = time.Since(start).Seconds()
	if call.Sizes && !call.LeaveOneOut {
		for _, m := range models {
			scored.Bytes = append(scored.Bytes, sizeOf(m.model))
		}
	}
	return scored, nil
}

func (a *adapter) lookup(names []string) ([]storedModel, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	models := make([]storedModel, len(names))
	for i, name := range names {
		m, ok := a.models[name]
		if !ok {
			return nil, fmt.Errorf("model %q is not known here", name)
		}
		models[i] = m
	}
	return models, nil
}
