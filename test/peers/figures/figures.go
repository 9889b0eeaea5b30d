// Package figures holds what was measured of bench beside its peers: one figure for each
// piece of work and measure, with the floor that it must not miss and the goal, as a
// CSV file that a broken-off measurement goes on with, as the table of a document and
// as a picture over releases.
package figures

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
)

// Ratio is the measure of most figures: the peer's seconds over those of bench. It must
// be large; every other measure must be small.
const Ratio = "ratio"

// Target is what a figure is held against. Moonshot is NaN where there is none.
type Target struct {
	Floor    float64 `csv:"floor"`
	Goal     float64 `csv:"goal"`
	Moonshot float64 `csv:"moonshot"`
}

// Figure is one line of the file. What was not measured or does not apply is NaN or "".
type Figure struct {
	Work            string  `csv:"work"`
	Measure         string  `csv:"measure"`
	Peer            string  `csv:"peer"`
	Version         string  `csv:"version"`
	Runs            int     `csv:"runs"`
	PeerSeconds     float64 `csv:"peer_seconds"`
	BenchSeconds    float64 `csv:"bench_seconds"`
	Figure          float64 `csv:"figure"`
	Least           float64 `csv:"least"`
	Largest         float64 `csv:"largest"`
	Target                  // three columns
	PeerObjective   float64 `csv:"peer_objective"`
	BenchObjective  float64 `csv:"bench_objective"`
	ObjectiveExcess float64 `csv:"objective_excess"`
	PeerAccuracy    float64 `csv:"peer_accuracy"`
	BenchAccuracy   float64 `csv:"bench_accuracy"`
	Agreement       float64 `csv:"agreement"`
	Gigabytes       float64 `csv:"gigabytes"` // that the work needs
	Gigaflops       float64 `csv:"gigaflops"`
	ReadOne         float64 `csv:"read_one_gb_s"` // measured before, on one core
	Read            float64 `csv:"read_gb_s"`     // and on all
	FlopsOne        float64 `csv:"one_gflop_s"`
	Flops           float64 `csv:"gflop_s"`
	LimitSeconds    float64 `csv:"limit_seconds"` // of the roofline
	Bound           string  `csv:"bound"`         // memory or compute
	OfLimit         float64 `csv:"of_limit"`      // LimitSeconds over BenchSeconds
	CPU             string  `csv:"cpu"`
	Date            string  `csv:"date"`
}

// Missed says whether the figure is on the wrong side of the floor, or no number.
func (f Figure) Missed() bool { return !reaches(f.Measure, f.Figure, f.Floor) }

// Reached says whether the figure is as good as the goal.
func (f Figure) Reached() bool { return reaches(f.Measure, f.Figure, f.Goal) }

func reaches(measure string, figure, wanted float64) bool {
	if measure == Ratio {
		return figure >= wanted
	}
	return figure <= wanted
}

// Key names a figure.
func (f Figure) Key() string { return f.Work + "\t" + f.Measure }

// Empty is a figure without any value.
func Empty(work, measure string) Figure {
	f := Figure{Work: work, Measure: measure}
	v := reflect.ValueOf(&f).Elem()
	for _, c := range columns {
		if field := v.FieldByIndex(c.Index); field.Kind() == reflect.Float64 {
			field.SetFloat(math.NaN())
		}
	}
	return f
}

// columns are the fields that stand in the file, in order.
var columns = slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[Figure]()),
	func(f reflect.StructField) bool { return f.Anonymous })

// header are the names of the columns.
func header() []string {
	return lists.Map(columns, func(f reflect.StructField) string { return f.Tag.Get("csv") })
}

// record writes a figure as fields of a line.
func (f Figure) record() []string {
	var list []string
	v := reflect.ValueOf(f)
	for _, c := range columns {
		switch x := v.FieldByIndex(c.Index).Interface().(type) {
		case string:
			list = append(list, x)
		case int:
			list = append(list, strconv.Itoa(x))
		case float64:
			list = append(list, strconv.FormatFloat(x, 'g', digits(x), 64))
		}
	}
	return list
}

// digits keeps objectives apart that differ by a millionth, and files short.
func digits(x float64) int {
	if math.Abs(x) >= 1000 {
		return 12
	}
	return 6
}

// Read reads a file of figures.
func Read(path string) ([]Figure, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(lines) == 0 || strings.Join(lines[0], ",") != strings.Join(header(), ",") {
		return nil, fmt.Errorf("%s does not begin with the names %s", path, strings.Join(header(), ","))
	}
	var list []Figure
	for n, l := range lines[1:] {
		figure, err := parse(l)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n+2, err)
		}
		list = append(list, figure)
	}
	return list, nil
}

func parse(line []string) (Figure, error) {
	var f Figure
	v := reflect.ValueOf(&f).Elem()
	for i, c := range columns {
		name, field := c.Tag.Get("csv"), v.FieldByIndex(c.Index)
		switch field.Kind() {
		case reflect.String:
			field.SetString(line[i])
		case reflect.Int:
			n, err := strconv.Atoi(line[i])
			if err != nil {
				return f, fmt.Errorf("%s is %q, no whole number", name, line[i])
			}
			field.SetInt(int64(n))
		default:
			x, err := strconv.ParseFloat(line[i], 64)
			if err != nil {
				return f, fmt.Errorf("%s is %q, no number", name, line[i])
			}
			field.SetFloat(x)
		}
	}
	return f, nil
}

// Write writes a file of figures, which is there whole or as it was.
func Write(path string, list []Figure) error {
	f, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	defer f.Close()
	w := csv.NewWriter(f)
	lines := [][]string{header()}
	for _, figure := range list {
		lines = append(lines, figure.record())
	}
	if err := w.WriteAll(lines); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// Merge puts new figures in the place of those of the same work and measure, or at the
// end.
func Merge(list, fresh []Figure) []Figure {
	at := map[string]int{}
	for i, f := range list {
		at[f.Key()] = i
	}
	for _, f := range fresh {
		if i, ok := at[f.Key()]; ok {
			list[i] = f
			continue
		}
		at[f.Key()] = len(list)
		list = append(list, f)
	}
	return list
}
