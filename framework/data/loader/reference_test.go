package loader

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/test/realdata"
)

// settings are the attributes of the dataset block that each file of
// testdata/counts.tsv needs, apart from the file.
var settings = map[string]source.Source{
	"adult/adult.data.gz": {Layout: source.Layout{Header: &no}, Roles: source.Roles{Target: "14"}},
	"adult/adult.test.gz": {Layout: source.Layout{Header: &no, SkipLines: 1},
		Roles: source.Roles{Target: "14"}},
	"adult/adult.parquet":       {Roles: source.Roles{Target: "class", Split: "split"}},
	"car/car.data":              {Layout: source.Layout{Header: &no}, Roles: source.Roles{Target: "6"}},
	"hpc_data/hpc_data.csv":     {Roles: source.Roles{Target: "class"}},
	"hpc_data/hpc_data.parquet": {Roles: source.Roles{Target: "class"}},
	"internetusage/internetusage.csv": {Layout: source.Layout{Format: "tsv", Missing: []string{""}},
		Roles: source.Roles{Target: "Actual Time", Drop: []string{"who"}}},
	"letter/letter.csv.gz":  {Roles: source.Roles{Target: "lettr"}},
	"letter/letter.parquet": {Roles: source.Roles{Target: "lettr"}},
	"penguins/penguins.csv": {Roles: source.Roles{Target: "species"},
		Layout: source.Layout{Missing: []string{"NA"}}},
	"penguins/penguins.tsv": {Roles: source.Roles{Target: "species"},
		Layout: source.Layout{Missing: []string{"NA"}}},
	"penguins/penguins.parquet":       {Roles: source.Roles{Target: "species"}},
	"pmlb_connect_4/connect_4.tsv.gz": {Roles: source.Roles{Target: "target", Types: connectFour()}},
	"satimage/sat.trn": {Layout: source.Layout{Format: "space", Header: &no},
		Roles: source.Roles{Target: "36"}},
	"satimage/sat.tst": {Layout: source.Layout{Format: "space", Header: &no},
		Roles: source.Roles{Target: "36"}},
	"segment_uci/segmentation.data": {Layout: source.Layout{Header: &no, SkipLines: 5},
		Roles: source.Roles{Target: "0"}},
	"segment_uci/segmentation.test": {Layout: source.Layout{Header: &no, SkipLines: 5},
		Roles: source.Roles{Target: "0"}},
	"splice/splice.arff": {Roles: source.Roles{Drop: []string{"Instance_name"}}},
	"usps/zip.train.gz": {Layout: source.Layout{Format: "space", Header: &no},
		Roles: source.Roles{Target: "0"}},
	"usps/zip.test.gz": {Layout: source.Layout{Format: "space", Header: &no},
		Roles: source.Roles{Target: "0"}},
	"vowel_esl/vowel.train": {Roles: source.Roles{Target: "y", Drop: []string{"row.names"}}},
	"vowel_esl/vowel.test":  {Roles: source.Roles{Target: "y", Drop: []string{"row.names"}}},
	"yeast_uci/yeast.data": {Layout: source.Layout{Format: "space", Header: &no},
		Roles: source.Roles{Target: "9", Drop: []string{"0"}}},
	"letter_libsvm/letter.scale":       {Layout: source.Layout{Format: "svmlight"}},
	"letter_libsvm/letter.scale.t":     {Layout: source.Layout{Format: "svmlight"}},
	"pendigits_libsvm/pendigits":       {Layout: source.Layout{Format: "svmlight"}},
	"pendigits_libsvm/pendigits.t":     {Layout: source.Layout{Format: "svmlight"}},
	"sector_libsvm/sector.scale.bz2":   {Layout: source.Layout{Format: "svmlight"}},
	"sector_libsvm/sector.t.scale.bz2": {Layout: source.Layout{Format: "svmlight"}},
}

// connectFour declares the squares of the board, which hold numbers, as
// categories.
func connectFour() map[string]string {
	types := map[string]string{}
	for column := 'a'; column <= 'g'; column++ {
		for row := 1; row <= 6; row++ {
			types[fmt.Sprintf("%c%d", column, row)] = "categorical"
		}
	}
	return types
}

// TestReferenceCounts loads well-known files and compares what they hold with
// the counts that were published with them or taken by other programs.
func TestReferenceCounts(t *testing.T) {
	dir := filepath.Dir(realdata.Path(t, "reference"))
	list, err := os.Open("testdata/counts.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	reader := csv.NewReader(list)
	reader.Comma = '\t'
	lines, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		name := strings.TrimPrefix(line[0], "reference/")
		t.Run(name, func(t *testing.T) {
			s := settings[name]
			s.File = filepath.Join(dir, line[0])
			if folder, found := strings.CutPrefix(filepath.Dir(name), "ml_"); found && !strings.HasSuffix(folder, "libsvm") {
				s.LabelsXML = filepath.Join(filepath.Dir(s.File), folder+".xml")
			}
			table, warnings := load(t, s)
			numeric, categorical := table.Kinds()
			got := []string{strconv.Itoa(table.Rows), strconv.Itoa(numeric), strconv.Itoa(categorical),
				strconv.Itoa(table.Target.K()), strconv.Itoa(table.Missing)}
			if !slices.Equal(got, line[1:6]) {
				t.Errorf("rows, numeric, categorical, classes, missing: got %v, want %v", got, line[1:6])
			}
			if !table.Target.MultiLabel {
				checkCounts(t, table, line[6])
			} else {
				checkLabels(t, table, line[6])
			}
			for _, w := range warnings {
				t.Log(w)
			}
		})
	}
}

// checkLabels compares what is known of the labels: how many a row has on average,
// how many sets of labels occur, and how many rows have none, "?" if that was not
// counted.
func checkLabels(t *testing.T, table *data.Table, want string) {
	t.Helper()
	k := len(table.Target.Names)
	all, none, sets := 0, 0, map[string]bool{}
	for row := range table.Rows {
		y := table.Truth.Y.Dense(row, k)
		if !slices.Contains(y, 1) {
			none++
		}
		for _, bit := range y {
			all += int(bit)
		}
		sets[fmt.Sprint(y)] = true
	}
	unlabelled := strconv.Itoa(none)
	if strings.HasSuffix(want, "?") {
		unlabelled = "?"
	}
	cardinality := math.Round(1000*float64(all)/float64(table.Rows)) / 1000
	if got := fmt.Sprintf("cardinality:%v,distinct:%d,unlabelled:%s", cardinality, len(sets), unlabelled); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// checkCounts compares the rows of each class with a list "class:rows,…".
// Numbers are compared by value. Where a file has a dot behind its classes, the
// list has none.
func checkCounts(t *testing.T, table *data.Table, want string) {
	t.Helper()
	if want == "" {
		return
	}
	counts := map[string]string{}
	for k, class := range table.Target.Names {
		counts[strings.TrimSuffix(class, ".")] = strconv.Itoa(table.Target.Counts[k])
	}
	for _, pair := range strings.Split(want, ",") {
		class, count, _ := strings.Cut(pair, ":")
		if v, kind := notation.Parse(class); kind == notation.Finite {
			class = notation.Shortest(v)
		}
		if counts[class] != count {
			t.Errorf("class %s has %s rows, want %s", class, counts[class], count)
		}
		delete(counts, class)
	}
	if len(counts) > 0 {
		t.Errorf("other classes: %v", counts)
	}
}
