package prepare

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/data/source"
)

// The shares of wrong classes are those of the transition matrices: rate/(K−1) for each other
// class of uniform noise, rate for the next class of pairs. Rows without a class stay so.
func TestMislabelled(t *testing.T) {
	const n, k = 40_000, 4
	class := make([]int, n)
	for row := range class {
		class[row] = row%(k+1) - 1
	}
	before := slices.Clone(class)
	for kind, want := range map[string][k]float64{
		source.UniformNoise: {0.7, 0.1, 0.1, 0.1}, source.PairNoise: {0.7, 0.3, 0, 0},
	} {
		noise := source.LabelNoise{Rate: 0.3, Kind: kind}
		got := mislabelled(class, k, noise, 1)
		var steps [k]float64
		for row, c := range got {
			if class[row] < 0 || c < 0 {
				if c != class[row] {
					t.Fatalf("%s: row %d without a class has %d", kind, row, c)
				}
				continue
			}
			steps[(c-class[row]+k)%k] += 1 / float64(n*k/(k+1))
		}
		for step, share := range steps {
			if share < want[step]-0.01 || share > want[step]+0.01 || want[step] == 0 && share > 0 {
				t.Errorf("%s: %g of the rows moved by %d, want %g", kind, share, step, want[step])
			}
		}
		if !slices.Equal(got, mislabelled(class, k, noise, 1)) || slices.Equal(got, mislabelled(class, k, noise, 2)) {
			t.Errorf("%s: the seed does not determine the noise", kind)
		}
	}
	if !slices.Equal(class, before) {
		t.Error("the classes of the table changed")
	}
	if got := mislabelled([]int{0, 1, 2, 3, 0, 1, 2, 3}, 4, source.LabelNoise{Rate: 0.5, Kind: source.UniformNoise},
		7); !slices.Equal(got, []int{0, 2, 1, 1, 0, 2, 2, 1}) {
		t.Errorf("with seed 7: %v", got)
	}
}
