package plan

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func stage(code contract.Dense) contract.Stage {
	return contract.Stage{Task: contract.Binary, Code: code}
}

// One-vs-rest of three classes, its pairs, a matrix that repeats a column of
// the first with its signs swapped, and the problem itself.
var four = []contract.Stage{
	stage(contract.Dense{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}),
	stage(contract.Dense{{1, 1, 0}, {-1, 0, 1}, {0, -1, -1}}),
	stage(contract.Dense{{-1, 1}, {1, 1}, {1, -1}}),
	{Task: contract.Multiclass},
}

func TestUnion(t *testing.T) {
	for _, test := range []struct {
		symmetric bool
		problems  int
		third     []Use
	}{
		// Canonical columns start with +1: −++ is +−− mirrored, and ++− is what −−+ was trained as.
		{true, 3 + 3 + 1, []Use{{0, true}, {2, false}}},
		{false, 3 + 3 + 2 + 1, []Use{{6, false}, {7, false}}},
	} {
		problems, uses := Union(four, test.symmetric)
		if len(problems) != test.problems {
			t.Errorf("symmetric %v: %d problems, want %d", test.symmetric, len(problems), test.problems)
		}
		for i, use := range test.third {
			if uses[2][i] != use {
				t.Errorf("symmetric %v: column %d of the matrix is %+v, want %+v", test.symmetric, i, uses[2][i], use)
			}
		}
		last := problems[uses[3][0].Problem]
		if last.Task != contract.Multiclass || last.Code != nil || len(uses[3]) != 1 {
			t.Errorf("the multiclass problem is %+v", last)
		}
	}
}

// Every use leads to the column it stands for.
func TestUsesLeadBackToTheirColumns(t *testing.T) {
	for _, symmetric := range []bool{true, false} {
		problems, uses := Union(four, symmetric)
		for s, st := range four {
			for l := range st.Columns() {
				use := uses[s][l]
				column := problems[use.Problem].Column()
				if use.Mirrored {
					for k := range column {
						column[k] = -column[k]
					}
				}
				if !reflect.DeepEqual(column, st.Code.Column(l)) {
					t.Errorf("symmetric %v: stage %d column %d leads to %v", symmetric, s, l, column)
				}
			}
		}
	}
}

func TestSeedsDifferByPurpose(t *testing.T) {
	seen := map[uint64]bool{}
	for _, purpose := range [][]string{{}, {"a"}, {"b"}, {"a", "b"}, {"ab"}, {"a", "", "b"}} {
		for seed := range uint64(3) {
			s := Seed(seed, purpose...)
			if seen[s] {
				t.Errorf("seed %d for %q is not its own", seed, purpose)
			}
			seen[s] = true
		}
	}
}

// A pool can grow: what is there already stays where it is.
func TestPoolsShareMirroredColumns(t *testing.T) {
	for symmetric, want := range map[bool]int{true: 1, false: 2} {
		p := NewPool(symmetric)
		first := p.Add(stage(contract.Dense{{1}, {-1}, {0}}))
		second := p.Add(stage(contract.Dense{{-1}, {1}, {0}}))
		if len(p.Problems) != want || first[0] != (Use{}) || second[0] != (Use{Problem: want - 1, Mirrored: symmetric}) {
			t.Errorf("symmetric %v: %d problems, %v, %v", symmetric, len(p.Problems), first, second)
		}
	}
	if uses := NewPool(true).Add(contract.Stage{Outputs: contract.ClassesOnly}); len(uses) != 0 {
		t.Errorf("a stage without problems uses %v", uses)
	}
}
