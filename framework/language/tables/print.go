package tables

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/typed"
	"github.com/manyclass/bench/framework/results/plan"
)

// printParams are the attributes of a table block that say how it is shown.
var printParams = []contract.Param{
	{Name: "digits", Type: "any", OneOf: []string{"uncertainty"}, Integer: true, Min: contract.Bound(0),
		Max: contract.Bound(15), Default: 4.0,
		Doc: "How many decimals means and deviations have; uncertainty: as many as the deviation is good for."},
	{Name: "highlight", Type: "string", OneOf: []string{"best", "second_best", "none"}, Default: "best",
		Doc: "best: the best of each row is bold. second_best: the second best is underlined, too."},
	{Name: "confidence", Type: "string", OneOf: []string{"corrected", "wald", "wald_within"},
		Doc: "Which 95 % interval follows a mean over folds in place of the deviation. corrected: of the corrected " +
			"resampled t-test. wald: of shares of rows in one cross-validation, with the variance over all rows; " +
			"wald_within: with the variance within folds (Bayle and others 2020)."},
	{Name: "transpose", Type: "bool",
		Doc: "Whether rows and columns change places in all forms but CSV. Without it they do in LaTeX, Typst and text " +
			"where the table fits better then."},
	{Name: "caption", Type: "string",
		Doc: "The caption. The description of the numbers, which is the default caption, is then written below the table."},
	{Name: "label", Type: "string", Doc: "What a text refers to it by, in LaTeX and Typst; by default tab:NAME."},
	{Name: "width", Type: "string", OneOf: []string{"column", "page"},
		Doc: "In a paper of two columns: a table fits one column, or spans both (table*). By default it fits the " +
			"line of an article."},
	{Name: "font_size", Type: "string", OneOf: []string{"normalsize", "small", "footnotesize", "scriptsize", "tiny"},
		Doc: "The size of type, as LaTeX calls it; in Typst and HTML as large against the text."},
	{Name: "longtable", Type: "bool", Default: false,
		Doc: "Whether LaTeX and Typst break the table into pages, each with the head, instead of into several tables."},
	{Name: "rows_per_page", Type: "number", Integer: true, Min: contract.Bound(1),
		Doc: "The most rows a part of the table has in LaTeX and Typst; by default what fits a page."},
	{Name: "columns_per_page", Type: "number", Integer: true, Min: contract.Bound(1),
		Doc: "The most columns, likewise; by default what fits the line."},
}

// labelLetters are what labels hold besides letters and digits of ASCII.
const labelLetters = ":.-_"

// print decodes how a table is shown.
func (r *Reader) print(attrs []blocks.Attribute, into *plan.Print) bool {
	good := true
	for _, attr := range attrs {
		switch value := attr.Values[0].(type) {
		case nil: // a mistake that is reported
		case string:
			good = r.printText(attr, value, into) && good
		case float64:
			printNumber(attr.Name, int(value), into)
		default:
			set, is := value.(bool)
			switch {
			case is && attr.Name == "transpose":
				into.Transpose = &set
			case is && attr.Name == "longtable":
				into.LongTable = set
			default:
				good = r.notDigits(attr)
			}
		}
	}
	if into.LongTable && into.Width != "" {
		for _, attr := range attrs {
			if attr.Name == "longtable" {
				r.Errorf(mistake.Conflict, attr.Exprs[0].Range(), "A long table cannot span two columns",
					"LaTeX breaks tables into pages where a page has one column. Remove width or longtable.")
			}
		}
		return false
	}
	return good
}

// printNumber takes what is a number.
func printNumber(name string, value int, into *plan.Print) {
	switch name {
	case "digits":
		into.Digits = strconv.Itoa(value)
	case "rows_per_page":
		into.RowsPerPage = value
	case "columns_per_page":
		into.ColumnsPerPage = value
	}
}

// notDigits reports digits that are neither a number nor a word.
func (r *Reader) notDigits(attr blocks.Attribute) bool {
	r.Errorf(mistake.WrongType, attr.Exprs[0].Range(), fmt.Sprintf("Wrong type of value for %q", attr.Name),
		`This must be "uncertainty" or a whole number, not %s.`, typed.Format(attr.Values[0]))
	return false
}

// printText decodes what is text.
func (r *Reader) printText(attr blocks.Attribute, value string, into *plan.Print) bool {
	switch attr.Name {
	case "digits":
		into.Digits = value
	case "highlight":
		into.Highlight = value
	case "confidence":
		into.Confidence = value
	case "width":
		into.Width = value
	case "font_size":
		into.FontSize = value
	case "caption":
		into.Caption = strings.Join(strings.Fields(value), " ")
		if into.Caption == "" {
			r.Errorf(mistake.EmptyValue, attr.Exprs[0].Range(), "The caption is empty",
				"Leave the attribute out for the usual one.")
			return false
		}
	case "label":
		into.Label = value
		if value == "" || strings.ContainsFunc(value, notOfLabel) {
			r.Errorf(mistake.BadName, attr.Exprs[0].Range(), fmt.Sprintf("The label %q cannot be used", value),
				"A label is made of letters from a to z, digits, and %s.", strings.Join(strings.Split(labelLetters, ""), " "))
			return false
		}
	}
	return true
}

// notOfLabel reports a character that LaTeX or Typst does not take in a label.
func notOfLabel(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	return !letter && !strings.ContainsRune(labelLetters, r)
}
