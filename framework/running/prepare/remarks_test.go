package prepare

import (
	"fmt"
	"strings"
	"testing"
)

// table writes n rows whose fields are made of the row's number, below a header.
func table(header string, n int, row func(i int) string) string {
	text := header + "\n"
	for i := range n {
		text += row(i) + "\n"
	}
	return text
}

// Each remark names the dataset's column and what to do; a good table has none.
func TestRemarksOnColumns(t *testing.T) {
	class := func(i int) string { return string(rune('a' + i%2)) }
	word := func(i int, of ...string) string { return of[i%len(of)] }
	const head = ": column | what | write\n"
	for name, c := range map[string]struct {
		attributes, rows string
		want             []string // parts of the remarks
	}{
		"nothing": {"", table("x,y", 24, func(i int) string { return fmt.Sprintf("%d,%s", i*i%7, class(i)) }), nil},
		"constant": {"", table("x,n,c,y", 24, func(i int) string { return fmt.Sprintf("%d,3,red,%s", i*i%7, class(i)) }), []string{
			`Columns "n", "c" have the same value in every row that has one, from which nothing can be learned. Write drop = ["n", "c"].`}},
		"constant with gaps": {"drop = [\"z\"]", table("x,n,z,y", 24, func(i int) string { return fmt.Sprintf("%d,%s,1,%s", i*i%7, word(i, "", "3"), class(i)) }), []string{
			`Column "n" has the same value in every row that has one, from which nothing can be learned. Write drop = ["z", "n"].`}},
		"row numbers": {"", table("k,down,mixed,y", 24, func(i int) string { return fmt.Sprintf("%d,%d,%d,%s", i+100, 900-3*i, 7*i%24, class(i)) }), []string{
			head + `"k", "down", "mixed" | looks like an id | drop = ["k", "down", "mixed"]` + "\nAn id has another value in almost every row: what a model learns of it says nothing about new rows. If a"}},
		"called id": {"", table("Patient Id,x,y", 24, func(i int) string { return fmt.Sprintf("%d,%d,%s", 1000-i*37%101, i*i%7, class(i)) }), []string{
			head + `"Patient Id" | looks like an id | drop = ["Patient Id"]`}},
		"different numbers that are a feature": {"", table("x,y", 24, func(i int) string { return fmt.Sprintf("%d,%s", i*37%101, class(i)) }), nil},
		"named in types":                       {"types = { k = \"numeric\" }", table("k,y", 24, func(i int) string { return fmt.Sprintf("%d,%s", i, class(i)) }), nil},
		"names": {"", table("name,y", 40, func(i int) string { return fmt.Sprintf("n%d,%s", max(i, 1), class(i)) }), []string{
			head + `"name" | looks like an id | drop = ["name"]`}},
		"few rows": {"", table("k,y", 6, func(i int) string { return fmt.Sprintf("%d,%s", i, class(i)) }), nil},
		"sentinel": {"", table("x,z,y", 24, func(i int) string {
			return fmt.Sprintf("%s,%s,%s", word(i, "1", "-999", "4", "2"), word(i, "5", "-999", "7"), class(i))
		}), []string{
			head + `"x", "z" | "-999", maybe missing | missing = ["?", "", "-999"]` + "\nList in missing all"}},
		"a sentinel at the other end": {"missing = [\"x\"]", table("x,y", 24, func(i int) string { return fmt.Sprintf("%s,%s", word(i, "1", "9999", "4", "2.5"), class(i)) }), []string{
			head + `"x" | "9999", maybe missing | missing = ["x", "9999"]`}},
		"nines among their like": {"", table("x,y", 24, func(i int) string { return fmt.Sprintf("%s,%s", word(i, "1", "999", "940", "998"), class(i)) }), nil},
		"words": {"", table("x,z,y", 24, func(i int) string {
			return fmt.Sprintf("%s,%s,%s", word(i, "red", "NA", "blue"), word(i, "small", "null", "-", "large"), class(i))
		}), []string{
			head + `"x" | "NA", maybe missing | missing = ["?", "", "NA"]
"z" | "-", maybe missing | missing = ["?", "", "-"]
"z" | "null", maybe missing | missing = ["?", "", "null"]
List`}},
		"words in types": {"types = { x = \"categorical\" }", table("x,y", 24, func(i int) string { return fmt.Sprintf("%s,%s", word(i, "red", "NA", "blue"), class(i)) }), nil},
		"a word among numbers": {"", table("x,y", 24, func(i int) string { return fmt.Sprintf("%s,%s", word(i, "1", "2", "NA"), class(i)) }), []string{
			`is categorical because of "NA" among the numbers`}},
		"words among numbers": {"", table("x,y", 24, func(i int) string { return fmt.Sprintf("%s,%s", word(i, "1", "NA", "null", "2"), class(i)) }), []string{
			head + `"x" | "NA", maybe missing | missing = ["?", "", "NA"]
"x" | "null", maybe missing | missing = ["?", "", "null"]
List`}},
		"a class": {"", table("x,y", 24, func(i int) string { return fmt.Sprintf("%d,%s", i*i%7, word(i, "a", "b", "n/a")) }), []string{
			head + `the target | "n/a", maybe missing | missing = ["?", "", "n/a"]` +
				"\nList in missing all that stands for a missing value, as the file spells it. Rows whose class is missing are left out. If a"}},
		"long lists": {"", table("a,b,c,d,e,f,g,h,y", 24, func(i int) string {
			return strings.Repeat(word(i, "red", "NA", "blue")+",", 8) + class(i)
		}), []string{head + `"a", "b", "c", "d", "e", "f" and 2 more | "NA", maybe missing | missing = ["?", "", "NA"]`}},
		"all kinds are one warning, and a note": {"", table("k,c,x,y", 24, func(i int) string {
			return fmt.Sprintf("%d,1,%s,%s", i, word(i, "red", "NA", "blue"), word(i, "a", "b", "-"))
		}), []string{`Column "c" has the same value`,
			head + `"k" | looks like an id | drop = ["k"]
"x" | "NA", maybe missing | missing = ["?", "", "NA"]
the target | "-", maybe missing | missing = ["?", "", "-"]
An id has`}},
	} {
		t.Run(name, func(t *testing.T) {
			got := remarksOnDataset(t, "dataset \"d\" {\n file = \"rows.csv\"\n target = \"y\"\n"+c.attributes+"\n}\nvalidation { folds = 2 }\n", c.rows)
			good := len(got) == len(c.want)
			for i := range min(len(got), len(c.want)) {
				good = good && strings.Contains(got[i], c.want[i])
			}
			if !good {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestRemarksOnFoldsNameGroupsAndClasses(t *testing.T) {
	rows := table("x,y,g", 24, func(i int) string {
		return fmt.Sprintf("%d,%c,%s", i*i%7, "ab"[i%2], map[bool]string{true: "big", false: fmt.Sprint("small", i)}[i > 8])
	})
	got := remarksOnDataset(t, "dataset \"d\" {\n file = \"rows.csv\"\n target = \"y\"\n group = \"g\"\n}\nvalidation {\n method = \"group_kfold\"\n folds = 3\n}\n", rows)
	if len(got) == 0 || !strings.Contains(got[0], `group "big" has 15 rows, where an even share of 3 folds is 8`) {
		t.Errorf("got %q", got)
	}
	got = remarksOnDataset(t, "dataset \"d\" {\n file = \"rows.csv\"\n target = \"y\"\n drop = [\"g\"]\n}\nvalidation {\n method = \"group_kfold\"\n folds = 3\n}\n", rows)
	if len(got) != 1 || !strings.Contains(got[0], "needs a dataset with group") {
		t.Errorf("got %q", got)
	}
}
