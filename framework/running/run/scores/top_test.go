package scores

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/running/run/rows"
)

// written is a call whose answer has the best of two rows.
func written(t *testing.T, top target.Top) service.DecodeCall {
	t.Helper()
	call := service.DecodeCall{}.Below(t.TempDir())
	if err := call.Best(&top).Fill(2); err != nil {
		t.Fatal(err)
	}
	return call
}

func good() target.Top {
	return target.Top{Labels: target.Labels{Ends: []int{2, 3}, Of: []int32{4, 1, 0}}, Scores: []float64{-1, -2, -3},
		Probabilities: []float64{0.5, 0.25, 0.75}, Predicted: []int32{1, 1}, Others: -9}
}

// The best of few classes are filled in, those of many stay as they are.
func TestReadTop(t *testing.T) {
	part := rows.Part{Set: rows.Set{Role: rows.Test, Count: 2}}
	done := service.Decoded{Top: true, Probabilities: true, Others: -9}
	few, err := Read(written(t, good()), done, part, 5, false)
	if err != nil || few.Top != nil || !reflect.DeepEqual(few.Predicted.Class, []int{4, 0}) ||
		!reflect.DeepEqual(few.Scores, []float64{-9, -2, -9, -9, -1, -3, -9, -9, -9, -9}) {
		t.Errorf("%+v, %v", few, err)
	}
	want := good()
	many, err := Read(written(t, good()), done, part, MostDense+1, false)
	if err != nil || many.Scores != nil || !reflect.DeepEqual(many.Top, &want) {
		t.Errorf("%+v, %v", many, err)
	}
	labels := good()
	labels.Predicted = []int32{2, 0}
	several, err := Read(written(t, labels), done, part, MostDense+1, true)
	if err != nil || !several.Predicted.Y.Equal(target.Labels{Ends: []int{2, 2}, Of: []int32{1, 4}}) {
		t.Errorf("%+v, %v", several, err)
	}
}

// What a plugin writes is not believed.
func TestReadTopRefuses(t *testing.T) {
	part := rows.Part{Set: rows.Set{Role: rows.Test, Count: 2}}
	for want, spoil := range map[string]func(*target.Top){
		"not one of the numbers":   func(top *target.Top) { top.Of[1] = 5 },
		"different entries":        func(top *target.Top) { top.Of[1] = 4 },
		"above that of the others": func(top *target.Top) { top.Scores[2] = -9 },
		"does not come first":      func(top *target.Top) { top.Scores[1] = 0 },
		"not a probability":        func(top *target.Top) { top.Probabilities[0] = 2 },
		"has no entries":           func(top *target.Top) { top.Ends[0] = 3 },
		"3 × 1 were asked for":     func(top *target.Top) { top.Of = top.Of[:2] },
		"there are 5":              func(top *target.Top) { top.Ends[1] = 11 },
		"2 predicted":              func(top *target.Top) { top.Predicted[0] = 2 },
	} {
		top := good()
		spoil(&top)
		_, err := Read(written(t, top), service.Decoded{Top: true, Probabilities: true, Others: -9}, part, 5, false)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
