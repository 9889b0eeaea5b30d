package store

import (
	"errors"
	"math"

	"github.com/manyclass/bench/framework/base/wording"
)

// maxText bounds the texts of a record, in characters.
const maxText = 10_000

// MetricValue is the record of what a plugin's metric made of some predictions.
type MetricValue struct {
	Key   string   `json:"key"`             // of metric and predictions: see score.Unmeasured
	Value *float64 `json:"value,omitempty"` // nil if it is undefined, or there is an error
	Error string   `json:"error,omitempty"` // why there is none
}

// NewMetricValue is the record of a value, NaN if it is undefined, or of an error.
func NewMetricValue(key string, value float64, err error) MetricValue {
	v := MetricValue{Key: key}
	switch {
	case err != nil:
		v.Error = wording.Harmless(err.Error(), maxText)
	case !math.IsNaN(value):
		v.Value = &value
	}
	return v
}

// Number is the value, NaN if there is none.
func (v MetricValue) Number() float64 {
	if v.Value == nil {
		return math.NaN()
	}
	return *v.Value
}

// check refuses a record that no run has written, and makes its text harmless.
func (v *MetricValue) check() error {
	if v == nil || v.Key == "" || v.Value != nil && *v.Value-*v.Value != 0 {
		return errors.New("a value of a metric is incomplete")
	}
	v.Error = wording.Harmless(v.Error, maxText)
	return nil
}
