package posthoc

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"
)

type adjusted struct{ P, Bonferroni, Holm, Hochberg, Hommel []float64 }

type reference struct {
	Constants map[string]map[string]float64 `json:"q_table"`
	Demsar    struct {
		Printed struct {
			Ranks []float64 `json:"avg_ranks"`
		} `json:"friedman_printed_ranks"`
		CD      map[string]float64 `json:"CD"`
		PostHoc struct {
			Z []float64
			adjusted
		} `json:"post_hoc_vs_C4.5"`
	} `json:"demsar2006"`
	Example adjusted `json:"p_adjust_example"`
	// Of outside.json.
	Adjust   []adjusted
	Pairwise []struct {
		K                    int
		P, Bergmann, Shaffer []float64
	}
}

func readReference(t *testing.T) reference {
	t.Helper()
	var ref reference
	for _, name := range []string{"statistics.json", "outside.json"} {
		b, err := os.ReadFile("../testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &ref); err != nil {
			t.Fatal(err)
		}
	}
	return ref
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-10*math.Max(math.Abs(a), math.Abs(b)) }

func allNear(a, b []float64) bool { return slices.EqualFunc(a, b, near) }

// Beyond the constants of the reference vectors: closed forms for two
// treatments, and scipy 1.17.1's studentized_range or, for small levels, its
// numerical integration. The constant of Bonferroni and Dunn for nine treatments is
// 2.734, where Demšar (2006), table 5(b), prints 2.724.
func TestCriticalDifference(t *testing.T) {
	ref := readReference(t)
	levels := map[string]float64{"nemenyi_10": 0.1, "nemenyi_05": 0.05, "nemenyi_01": 0.01,
		"bonferroni_dunn_10": 0.1, "bonferroni_dunn_05": 0.05}
	for text, constants := range ref.Constants {
		k, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range constants {
			difference := CriticalDifference
			if name[0] == 'b' {
				difference = BonferroniDunn
			}
			if got := difference(k, 7, levels[name]) / rankError(k, 7); math.Abs(got-want) > 1e-10 || levels[name] == 0 {
				t.Errorf("k = %d, %s: %v, want %v", k, name, got, want)
			}
		}
	}
	for _, c := range []struct {
		k     int
		level float64
		want  float64
	}{
		{2, 1e-12, 7.130506848171324}, {2, 0.999, 0.0012533144654325557},
		{3, 0.5, 1.1227354854255456}, {10, 0.999, 0.7669157493373727}, {100, 0.05, 4.302488463597363},
		{1000, 0.05, 5.211113569560085}, {50, 1e-6, 6.13973956445598}, {3, 1e-9, 6.28239135248533},
	} {
		if got := rangeQuantile(c.k, c.level) / math.Sqrt2; math.Abs(got-c.want) > 1e-11 {
			t.Errorf("k = %d, level %v: %v, want %v", c.k, c.level, got, c.want)
		}
	}
	for name, want := range map[string]float64{
		"nemenyi_0.05": CriticalDifference(4, 14, 0.05), "nemenyi_0.1": CriticalDifference(4, 14, 0.1),
		"bonferroni_dunn_0.05": BonferroniDunn(4, 14, 0.05), "bonferroni_dunn_0.1": BonferroniDunn(4, 14, 0.1),
	} {
		if got := ref.Demsar.CD[name]; !near(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestNemenyi(t *testing.T) {
	ref := readReference(t)
	for _, k := range []int{2, 5, 10} {
		z := ref.Constants[strconv.Itoa(k)]["nemenyi_05"]
		if p := Nemenyi(k, -z); math.Abs(p-0.05) > 1e-10 {
			t.Errorf("k = %d: p %v of the critical z", k, p)
		}
	}
	if p := Nemenyi(3, 0); math.Abs(p-1) > 1e-12 || p > 1 {
		t.Errorf("p %v of equal ranks", p)
	}
}

func (a adjusted) check(t *testing.T, what string) {
	t.Helper()
	for name, c := range map[string]struct {
		adjust func([]float64) []float64
		want   []float64
	}{"bonferroni": {Bonferroni, a.Bonferroni}, "holm": {Holm, a.Holm}, "hochberg": {Hochberg, a.Hochberg},
		"hommel": {Hommel, a.Hommel}} {
		if got := c.adjust(a.P); !allNear(got, c.want) || len(c.want) == 0 {
			t.Errorf("%s: %s %v, want %v", what, name, got, c.want)
		}
		if len(c.adjust(nil)) != 0 {
			t.Errorf("%s of no tests", name)
		}
	}
}

func TestAdjusted(t *testing.T) {
	ref := readReference(t)
	ref.Example.check(t, "example")
	for i, a := range ref.Adjust {
		a.check(t, strconv.Itoa(i))
	}
	z, p := Z(ref.Demsar.Printed.Ranks, 14, AgainstControl(4, 0))
	if !allNear(z, ref.Demsar.PostHoc.Z) || !allNear(p, ref.Demsar.PostHoc.P) {
		t.Errorf("z %v, p %v; want %+v", z, p, ref.Demsar.PostHoc)
	}
	ref.Demsar.PostHoc.check(t, "Demšar")
}

func TestPairwiseOfBruteForce(t *testing.T) {
	for _, c := range readReference(t).Pairwise {
		if got := Shaffer(c.K, c.P); !allNear(got, c.Shaffer) {
			t.Errorf("k = %d: Shaffer %v, want %v", c.K, got, c.Shaffer)
		}
		if got := Bergmann(c.K, c.P); !allNear(got, c.Bergmann) {
			t.Errorf("k = %d: Bergmann %v, want %v", c.K, got, c.Bergmann)
		}
	}
}

// The example of García and Herrera (JMLR 9, 2008): C4.5, 1-NN, naive Bayes, Kernel and
// CN2 over 30 datasets. The p-values of pairs and, of the aligned ranks of the same data, those
// adjusted are what scmamp prints in its vignette "Statistical Assessment of the
// Differences". The mean ranks were worked out from the former.
func TestGarciaAndHerrera(t *testing.T) {
	ranks := []float64{63. / 30, 97.5 / 30, 66. / 30, 130. / 30, 93.5 / 30}
	pairs := Pairs(5)
	_, p := Z(ranks, 30, pairs)
	printed := []float64{
		0.004848763, 8.064959e-01, 4.486991e-08, 0.012763008, 1.011233e-02, 7.963489e-03, 0.743971478, 1.736118e-07,
		0.024744672, 0.002880485,
	}
	if pairs[1] != (Pair{0, 2}) || pairs[4] != (Pair{1, 2}) || pairs[9] != (Pair{3, 4}) {
		t.Fatal(pairs)
	}
	aligned := []float64{
		0.001174850, 3.341698e-01, 2.843421e-10, 1.845167e-02, 2.265711e-02, 2.197407e-03, 3.742777e-01, 9.226472e-08,
		1.643229e-01, 7.793722e-05,
	}
	for name, test := range map[string]struct{ got, want []float64 }{
		"p of pairs": {p, printed},
		"Shaffer": {Shaffer(5, aligned), []float64{
			0.007049103, 6.683396e-01, 2.843421e-09, 0.0738066768, 9.062842e-02, 1.318444e-02, 0.6683396134, 5.535883e-07,
			0.4929687992, 0.0004676233,
		}},
		"Bergmann-Hommel": {Bergmann(5, aligned), []float64{
			0.007049103, 6.683396e-01, 2.843421e-09, 0.0553550076, 6.797132e-02, 8.789629e-03, 0.6683396134, 5.535883e-07,
			0.1643229331, 0.0003117489,
		}},
	} {
		for i, want := range test.want {
			if math.Abs(test.got[i]-want) > 1e-6*want { // seven digits are printed
				t.Errorf("%s of %v: %v, want %v", name, pairs[i], test.got[i], want)
			}
		}
	}
}

func TestTrueTogether(t *testing.T) {
	for k, want := range map[int][]int{2: {0, 1}, 3: {0, 1, 3}, 4: {0, 1, 2, 3, 6}, 5: {0, 1, 2, 3, 4, 6, 10},
		6: {0, 1, 2, 3, 4, 6, 7, 10, 15}} {
		var got []int
		for n, can := range trueTogether(k) {
			if can {
				got = append(got, n)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("of %d treatments %v pairs may be equal, want %v", k, got, want)
		}
	}
	bell := 0
	partitions(MostBergmann, func([]int) { bell++ })
	if bell != 21147 {
		t.Errorf("%d partitions of %d treatments", bell, MostBergmann)
	}
}

func TestGroups(t *testing.T) {
	within := func(ranks []float64, cd float64) func(a, b int) bool {
		return func(a, b int) bool { return math.Abs(ranks[a]-ranks[b]) >= cd }
	}
	ranks := []float64{3.1, 1, 2, 4}
	if got := Groups(ranks, within(ranks, 1.2)); !slices.EqualFunc(got, [][]int{{1, 2}, {2, 0}, {0, 3}}, slices.Equal) {
		t.Errorf("groups %v", got)
	}
	if got := Groups(ranks, within(ranks, 4)); !slices.EqualFunc(got, [][]int{{1, 2, 0, 3}}, slices.Equal) {
		t.Errorf("groups %v", got)
	}
	inner := func(a, b int) bool { return a+b == 2 && a != b } // 0 and 2, in the middle
	if got := Groups(ranks, inner); !slices.EqualFunc(got, [][]int{{1, 2}, {0, 3}}, slices.Equal) {
		t.Errorf("groups %v", got)
	}
}

func TestRefused(t *testing.T) {
	nan := math.NaN()
	for name, call := range map[string]func(){
		"NaN p":               func() { Holm([]float64{nan}) },
		"one column":          func() { CriticalDifference(1, 3, 0.05) },
		"no rows":             func() { CriticalDifference(3, 0, 0.05) },
		"level 0":             func() { BonferroniDunn(3, 3, 0) },
		"level 1":             func() { CriticalDifference(3, 3, 1) },
		"level not told":      func() { CriticalDifference(3, 3, nan) },
		"pairs missing":       func() { Shaffer(3, []float64{0.1}) },
		"too many partitions": func() { Bergmann(10, make([]float64, 45)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is not refused", name)
				}
			}()
			call()
		}()
	}
}
