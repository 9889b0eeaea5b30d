package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

func TestGolden(t *testing.T) {
	for name, write := range pictures {
		t.Run(name, func(t *testing.T) {
			got := scoretest.Render(t, write)
			scoretest.Golden(t, name+".svg", got)
			if again := scoretest.Render(t, write); !bytes.Equal(got, again) {
				t.Error("the same values gave other bytes")
			}
			checkDocument(t, got)
		})
	}
}

// span is an upright text and the room it takes.
type span struct {
	words             string
	left, right, line float64
}

// checkDocument fails unless the bytes are well-formed XML with a title, and no
// upright text leaves the page or touches another.
func checkDocument(t *testing.T, svg []byte) []span {
	t.Helper()
	width, spans, title := parse(t, svg)
	if title == "" {
		t.Error("no title")
	}
	for i, a := range spans {
		if a.left < 0 || a.right > width {
			t.Errorf("%q goes from %g to %g on a page of %g", a.words, a.left, a.right, width)
		}
		for _, b := range spans[:i] {
			if math.Abs(a.line-b.line) < 7 && a.left < b.right && b.left < a.right {
				t.Errorf("%q and %q overlap", a.words, b.words)
			}
		}
	}
	return spans
}

func parse(t *testing.T, svg []byte) (width float64, spans []span, title string) {
	t.Helper()
	var within []string // the elements that are open
	upright := false    // whether the text that is open is
	var shown style     // of that text
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return width, spans, title
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			within = append(within, e.Name.Local)
			get := func(name string) string {
				at := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
				if at < 0 {
					return ""
				}
				return e.Attr[at].Value
			}
			number := func(name string) float64 {
				v, err := strconv.ParseFloat(strings.TrimSuffix(get(name), "px"), 64)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			switch {
			case e.Name.Local == "svg":
				width, _ = strconv.ParseFloat(strings.Fields(get("viewBox"))[2], 64)
			case e.Name.Local == "text":
				if upright = get("transform") == ""; upright {
					spans = append(spans, span{"", number("x"), number("x"), number("y")})
					shown = style{size: number("font-size"), bold: get("font-weight") != "",
						align: map[string]float64{"middle": 0.5, "end": 1}[get("text-anchor")]}
				}
			}
		case xml.CharData:
			switch path := strings.Join(within, " "); {
			case path == "svg title":
				title += string(e)
			case strings.HasSuffix(path, " text") && upright:
				spans[len(spans)-1].words += string(e)
			}
		case xml.EndElement:
			if e.Name.Local == "text" && upright {
				last := &spans[len(spans)-1]
				last.left -= shown.align * shown.room(last.words)
				last.right = last.left + shown.room(last.words)
			}
			within = within[:len(within)-1]
		}
	}
}

func TestNothingToShow(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, write := range map[string]func(io.Writer) error{
		"no labels": func(w io.Writer) error { return CriticalDifference(w, Comparison{}) },
		"no ranks": func(w io.Writer) error {
			return CriticalDifference(w, Comparison{Labels: []string{"a"}, Ranks: []float64{nan}})
		},
		"no strips": func(w io.Writer) error { return Distributions(w, Distribution{}) },
		"infinite folds": func(w io.Writer) error {
			return Distributions(w, Distribution{Labels: []string{"a"}, Values: [][]float64{{inf, nan}}})
		},
		"no classes": func(w io.Writer) error { return Confusion(w, Heat{}) },
		"no plane":   func(w io.Writer) error { return Regions(w, Plane{}) },
		"infinite plane": func(w io.Writer) error {
			p := plane(4, 0)
			p.High[0] = inf
			return Regions(w, p)
		},
		"short plane": func(w io.Writer) error {
			p := plane(4, 0)
			p.Predicted = p.Predicted[:3]
			return Regions(w, p)
		},
		"no wins":   func(w io.Writer) error { return WinMatrix(w, wins(1)) },
		"no forest": func(w io.Writer) error { return Forests(w, Forest{Rows: []Interval{{Value: nan}}}) },
		"no points": func(w io.Writer) error {
			return Scatters(w, Scatter{Labels: []string{"a"}, Points: [][2]float64{{nan, 1}}})
		},
		"no draws":   func(w io.Writer) error { return Simplexes(w, Simplex{}) },
		"no density": func(w io.Writer) error { return Densities(w, Density{Mean: 1}) },
		"no rows":    func(w io.Writer) error { return Reliabilities(w, Reliability{Bins: make([]Bin, 15)}) },
		"no curves":  func(w io.Writer) error { return ROCs(w, ROC{}) },
		"no bars":    func(w io.Writer) error { return Costs(w, Bars{Labels: []string{"a"}, Values: []float64{nan}}) },
	} {
		t.Run(name, func(t *testing.T) {
			got := scoretest.Render(t, write)
			checkDocument(t, got)
			if !strings.Contains(string(got), "no values") {
				t.Errorf("not said that there are no values:\n%s", got)
			}
		})
	}
}

// TestStrangeValues draws what is unlikely: nothing may panic, leave the page or
// break the document.
func TestStrangeValues(t *testing.T) {
	odd := "a\x00<b>&\"\n\xff\ufffe 类别 класс é " + strings.Repeat("long ", 30)
	for name, write := range map[string]func(io.Writer) error{
		"one rank": func(w io.Writer) error {
			return CriticalDifference(w, Comparison{Title: odd, Labels: []string{odd}, Ranks: []float64{1}, CD: 2})
		},
		"odd ranks": func(w io.Writer) error {
			return CriticalDifference(w, Comparison{Labels: []string{"a", "b", "c"}, Ranks: []float64{1, 1e99, -4},
				CD: math.Inf(1)})
		},
		"equal ranks": func(w io.Writer) error {
			return CriticalDifference(w, Comparison{Labels: []string{"a", "b"}, Ranks: []float64{1.5, 1.5}, CD: 1e9,
				Groups: [][]int{{0, 1}, {1}, {}}})
		},
		"equal folds": func(w io.Writer) error {
			return Distributions(w, Distribution{Title: odd, Metric: odd, Labels: []string{odd}, Values: [][]float64{{1, 1, 1}}})
		},
		"many strips": func(w io.Writer) error { return Distributions(w, distribution(60)) },
		"huge folds": func(w io.Writer) error {
			return Distributions(w, Distribution{Labels: []string{"a"}, Values: [][]float64{{-9e99, 9e99}}})
		},
		"tiny folds": func(w io.Writer) error {
			return Distributions(w, Distribution{Labels: []string{"a"}, Values: [][]float64{{1e-300, 2e-300}}})
		},
		"one class": func(w io.Writer) error {
			return Confusion(w, Heat{Title: odd, Classes: []string{odd}, Counts: [][]float64{{123456789}}})
		},
		"many classes": func(w io.Writer) error { return Confusion(w, heat(60)) },
		"white areas": func(w io.Writer) error {
			p := plane(2, 3)
			p.Predicted[0], p.Predicted[1], p.Firing = -1, math.MaxInt32, nil
			p.Points[0], p.Regions.Classes[1] = [2]float64{math.NaN(), 1}, 99
			return Regions(w, p)
		},
		"zero bars": func(w io.Writer) error {
			return Costs(w,
				Bars{Labels: []string{odd, ""}, Values: []float64{0, 0}})
		},
		"denormal bars": func(w io.Writer) error { return Costs(w, Bars{Labels: []string{"a"}, Values: []float64{5e-324}}) },
		"huge bars":     func(w io.Writer) error { return Costs(w, Bars{Labels: []string{"a"}, Values: []float64{1e100}}) },
		"close folds": func(w io.Writer) error {
			return Distributions(w, Distribution{Labels: []string{"a"}, Values: [][]float64{{1, 1 + 1e-15}}})
		},
		"one pair":  func(w io.Writer) error { return WinMatrix(w, wins(2)) },
		"many wins": func(w io.Writer) error { return WinMatrix(w, wins(60)) },
		"odd control": func(w io.Writer) error {
			return CriticalDifference(w, Comparison{Labels: []string{odd, "a"}, Ranks: []float64{1, 2}, CD: 9,
				Control: odd, Apart: []bool{false, true}})
		},
		"odd forest": func(w io.Writer) error {
			return Forests(w, Forest{Title: odd, Unit: odd, Rows: []Interval{{Label: odd, Low: math.NaN(), High: math.Inf(1)}}})
		},
		"many differences": func(w io.Writer) error { return Forests(w, forest(60)) },
		"one dataset": func(w io.Writer) error {
			return Scatters(w, Scatter{Title: odd, X: odd, Y: odd, Measure: odd, Labels: []string{odd},
				Points: [][2]float64{{1, 1}}})
		},
		"many datasets": func(w io.Writer) error { return Scatters(w, scatter(300)) },
		"corners": func(w io.Writer) error {
			return Simplexes(w, Simplex{A: odd, B: odd, Title: odd, Draws: [][3]float64{{1}, {0, 1}, {0, 0, 1}}})
		},
		"odd density": func(w io.Writer) error {
			return Densities(w, Density{Title: odd, A: odd, B: odd, Measure: odd, Mean: 5, Scale: 1e-3, Freedom: 1})
		},
		"one bin": func(w io.Writer) error {
			return Reliabilities(w, Reliability{Title: odd, Bins: []Bin{{High: 1, Rows: 1, Mean: 1, Right: 1}}, Definition: odd})
		},
		"many curves": func(w io.Writer) error { return ROCs(w, roc(12)) },
		"negative bars": func(w io.Writer) error {
			return Costs(w,
				Bars{Labels: []string{"a", "b"}, Values: []float64{-3, 4}})
		},
	} {
		t.Run(name, func(t *testing.T) { checkDocument(t, scoretest.Render(t, write)) })
	}
}

func TestLongLabelsOfManyRanks(t *testing.T) {
	c := Comparison{Title: strings.Repeat("title ", 40), CD: 4}
	for i := range 30 {
		c.Labels = append(c.Labels, strings.Repeat("W", 58)+strconv.Itoa(10+i))
		c.Ranks = append(c.Ranks, 1+29*math.Sqrt(float64(i)/29))
		c.Groups = append(c.Groups, []int{i, min(29, i+4)})
	}
	var got []string
	for _, s := range checkDocument(t, scoretest.Render(t, func(w io.Writer) error { return CriticalDifference(w, c) })) {
		if strings.HasPrefix(s.words, "WW") {
			got = append(got, s.words)
		}
	}
	if !slices.Equal(got, c.Labels) {
		t.Errorf("labels are %q", got)
	}
}

func TestBestRankIsAtTheRight(t *testing.T) {
	at := map[string]span{}
	for _, s := range checkDocument(t, scoretest.Render(t, pictures["comparison"])) {
		at[s.words] = s
	}
	if at["svm/ovo"].left < at["lr/ova"].left || at["svm/ovo"].line > at["lr/ovo"].line ||
		at["дерево/ecoc"].line > at["lda/direct <&>"].line {
		t.Errorf("the labels are at %v", at)
	}
}

func TestBars(t *testing.T) {
	order := []int{3, 0, 2, 1} // label 3 is best
	groups := spans([][]int{{3, 0}, {0, 3, 2}, {2, 1}, {1}, {}, {3, 0, 2}}, order)
	if want := [][2]int{{0, 2}, {2, 3}}; !slices.Equal(groups, want) {
		t.Errorf("groups are %v, want %v", groups, want)
	}
	if levels := stack([][2]int{{0, 2}, {1, 3}, {3, 4}, {4, 5}}); !slices.Equal(levels, []int{0, 1, 0, 1}) {
		t.Errorf("levels are %v", levels)
	}
}

// A bar ends before the lines of labels that are not in its group, and of the
// next bar, however close they are.
func TestBarsReachNoOthers(t *testing.T) {
	c := Comparison{
		Labels: []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"},
		Ranks:  []float64{2, 3, 3.02, 5, 5.01, 8.14, 8.16, 8.16, 9, 9.5},
		CD:     2, Groups: [][]int{{0, 1}, {2, 3}, {4, 5}, {6, 7, 8, 9}},
	}
	d := newDiagram(c, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	for _, g := range d.groups {
		right, left := d.barEnds(g)
		for i, rank := range d.ranks {
			x := d.at(rank)
			if in := i >= g[0] && i <= g[1]; in != (left <= x && x <= right) {
				t.Errorf("the bar of %v goes from %v to %v, label %d is at %v", g, left, right, i, x)
			}
		}
	}
	first, _ := d.barEnds(d.groups[0])
	_, last := d.barEnds(d.groups[3])
	if first != d.at(2)+3 || last != d.at(9.5)-3 {
		t.Errorf("the outermost bars end at %v and %v", first, last)
	}
}

// A feature whose values differ in their last digits alone is drawn relative to
// its least value.
func TestRegionsOfCloseValues(t *testing.T) {
	p := plane(2, 100)
	p.Low[0], p.High[0] = 1e15, 1e15+0.25
	for i := range p.Points {
		p.Points[i][0] = 1e15 + 0.125*float64(i%3)
	}
	svg := string(scoretest.Render(t, func(w io.Writer) error { return Regions(w, p) }))
	checkDocument(t, []byte(svg))
	for _, want := range []string{p.Columns[0] + " − 1e+15<", ">0.05<", ">0.25<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(svg, "no values") {
		t.Error("there are values")
	}
	if p.Low[0] != 1e15 || p.Points[1][0] != 1e15+0.125 {
		t.Error("what was given is changed")
	}
	p.High[0] = p.Low[0]
	if svg = string(scoretest.Render(t, func(w io.Writer) error { return Regions(w, p) })); !strings.Contains(svg,
		"no values") {
		t.Error("one value makes a plane")
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		axis axis
		want string
	}{
		{axis{low: 0, high: 1}, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{axis{low: 0.62, high: 0.97}, "0.65 0.70 0.75 0.80 0.85 0.90 0.95"},
		{axis{low: -3, high: 120}, "0 20 40 60 80 100 120"},
		{axis{low: 0, high: 3e7}, "0 5e+06 1e+07 1.5e+07 2e+07 2.5e+07 3e+07"},
	} {
		var got []string
		for _, tick := range test.axis.ticks(6) {
			got = append(got, tick.label)
		}
		if words := strings.Join(got, " "); words != test.want {
			t.Errorf("ticks of %+v are %s, want %s", test.axis, words, test.want)
		}
	}
}

// TestRectangles rebuilds rasters from their rectangles: each point in exactly one.
func TestRectangles(t *testing.T) {
	smooth := plane(31, 0)
	if _, rectangles := smooth.raster(); len(rectangles) > 200 {
		t.Errorf("%d rectangles for a side of 31", len(rectangles))
	}
	noisy := plane(20, 0)
	for i := range noisy.Predicted {
		noisy.Predicted[i], noisy.Firing[i] = i*i%7%3, i*i%11%3
	}
	checkRectangles(t, smooth)
	checkRectangles(t, noisy)
}

func checkRectangles(t *testing.T, p Plane) {
	t.Helper()
	r, rectangles := p.raster()
	if r.side != p.Side {
		t.Errorf("a side of %d became %d", p.Side, r.side)
	}
	seen := make([]int, len(r.predicted))
	for _, q := range rectangles {
		for j := q.low; j < q.high; j++ {
			for i := q.left; i < q.right; i++ {
				at := j*r.side + i
				seen[at]++
				if r.predicted[at] != q.class || (r.firing[at] == 0) != q.none {
					t.Fatalf("point (%d, %d) is not of %+v", i, j, q)
				}
			}
		}
	}
	if slices.Min(seen) != 1 || slices.Max(seen) != 1 {
		t.Error("the rectangles do not cover each point once")
	}
}

func TestFilesOfRegionsAreSmall(t *testing.T) {
	noisy := plane(300, 5000)
	for i := range noisy.Predicted {
		noisy.Predicted[i] = (i*i + i/7) % 3
	}
	for name, p := range map[string]Plane{"smooth": plane(200, 600), "noisy": noisy} {
		got := scoretest.Render(t, func(w io.Writer) error { return Regions(w, p) })
		checkDocument(t, got)
		if len(got) > 200_000 {
			t.Errorf("%s takes %d bytes", name, len(got))
		}
	}
}

// TestAmbiguousAreasAreNamed looks for what the legend says: only what there is.
func TestAmbiguousAreasAreNamed(t *testing.T) {
	for _, test := range []struct {
		firing        []int
		none, several bool
	}{{nil, false, false}, {[]int{1, 1, 1, 1}, false, false}, {[]int{0, 1, 1, 1}, true, false}, {[]int{1, 2, 3, 1}, false,
		true}} {
		p := Plane{Classes: []string{"a", "b"}, Regions: store.Regions{High: [2]float64{1, 1}, Side: 2,
			Predicted: []int{0, 0, 1, 1}, Firing: test.firing}}
		got := string(scoretest.Render(t, func(w io.Writer) error { return Regions(w, p) }))
		if strings.Contains(got, "no model claims the point") != test.none ||
			strings.Contains(got, "several models claim it") != test.several {
			t.Errorf("firing %v is shown wrongly:\n%s", test.firing, got)
		}
	}
}
