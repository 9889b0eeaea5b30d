package plan

import (
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func stage(code contract.Dense) contract.Stage {
	return contract.Stage{Problems: contract.Coded{Code: code}}
}

// One-vs-rest of three classes, its pairs, a matrix that repeats a column of
// the first with its signs swapped, and the problem itself.
var four = []contract.Stage{
	stage(contract.Dense{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}),
	stage(contract.Dense{{1, 1, 0}, {-1, 0, 1}, {0, -1, -1}}),
	stage(contract.Dense{{-1, 1}, {1, 1}, {1, -1}}),
	{Problems: contract.Whole{}},
}

// asked are stages without weights by cost.
func asked(stages []contract.Stage) (list []Asked) {
	for _, s := range stages {
		list = append(list, Asked{Stage: s})
	}
	return list
}

// Columns whose rows weigh by costs are problems apart from the same without.
func TestUnionByCost(t *testing.T) {
	plain, direct := stage(contract.Dense{{1}, {-1}}), contract.Stage{Problems: contract.Whole{}}
	problems, uses := Union([]Asked{{Stage: plain}, {Stage: plain, ByCost: true}, {Stage: plain, ByCost: true},
		{Stage: direct, ByCost: true}, {Stage: direct}}, true)
	var numbers []int
	var weighed []bool
	for _, u := range uses {
		numbers, weighed = append(numbers, u[0].Problem), append(weighed, problems[u[0].Problem].ByCost)
	}
	if !slices.Equal(numbers, []int{0, 1, 1, 2, 3}) || !slices.Equal(weighed, []bool{false, true, true, true, false}) {
		t.Errorf("problems %v, by cost %v", numbers, weighed)
	}
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
		problems, uses := Union(asked(four), test.symmetric)
		if len(problems) != test.problems {
			t.Errorf("symmetric %v: %d problems, want %d", test.symmetric, len(problems), test.problems)
		}
		for i, use := range test.third {
			if uses[2][i] != use {
				t.Errorf("symmetric %v: column %d of the matrix is %+v, want %+v", test.symmetric, i, uses[2][i], use)
			}
		}
		last := problems[uses[3][0].Problem]
		if last.Task() != contract.Multiclass || last.Column() != nil || len(uses[3]) != 1 {
			t.Errorf("the multiclass problem is %+v", last)
		}
	}
}

// Every use leads to the column it stands for.
func TestUsesLeadBackToTheirColumns(t *testing.T) {
	for _, symmetric := range []bool{true, false} {
		problems, uses := Union(asked(four), symmetric)
		for s, st := range four {
			if st.Code() == nil {
				continue
			}
			for l := range st.Code().Columns() {
				use := uses[s][l]
				column := problems[use.Problem].Column()
				if use.Mirrored {
					for k := range column {
						column[k] = -column[k]
					}
				}
				if !reflect.DeepEqual(column, st.Code().Column(l)) {
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
		first := p.Add(Asked{Stage: stage(contract.Dense{{1}, {-1}, {0}})})
		second := p.Add(Asked{Stage: stage(contract.Dense{{-1}, {1}, {0}})})
		if len(p.Problems) != want || first[0] != (Use{}) || second[0] != (Use{Problem: want - 1, Mirrored: symmetric}) {
			t.Errorf("symmetric %v: %d problems, %v, %v", symmetric, len(p.Problems), first, second)
		}
	}
	if uses := NewPool(true).Add(Asked{Stage: contract.Stage{Outputs: contract.ClassesOnly}}); len(uses) != 0 {
		t.Errorf("a stage without problems uses %v", uses)
	}
}
