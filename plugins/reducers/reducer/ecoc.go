package reducer

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// What a random code may cost: a large one takes minutes to choose.
const (
	maxColumns    = 65536
	maxCandidates = 1_000_000
)

func ecoc() contract.Component {
	own := []contract.Param{
		{Name: "matrix", Type: "list(list(number))",
			Doc: "The code matrix: a row for each class, a column for each binary problem, entries 1 (positive), -1 " +
				"(negative) and 0 (left out). Write this, file or code."},
		{Name: "file", Type: contract.FileType,
			Doc: "A CSV file with the code matrix: a line for each class, with or without the name of the class in front. " +
				"Lines that begin with # are comments."},
		{Name: "classes", Type: "list(string)",
			Doc: "The classes of the rows of matrix or file; if not written, the rows are the classes in class order."},
		{Name: "code", Type: "string", OneOf: designNames(), Doc: "A design instead of a matrix: " + designDocs() + "."},
		{Name: "columns", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxColumns),
			Doc: "Number of columns of a random code, of bch (2^m - 1), or that ecoc_one grows to; if not written, ceil(10 " +
				"log2 K) for dense_random, ceil(15 log2 K) for sparse_random, at most all there are, and 2(K-1) for ecoc_one."},
		{Name: "candidates", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxCandidates),
			Doc: "Number of random codes to choose from by minimum row distance; 10000 if not written, fewer for many classes."},
		drawParam("Number of the random code: another number gives another code from the same seed."),
		{Name: "trees", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(maxTrees),
			Doc: "Number of trees of forest_ecoc, fewer where there are no other splits; 3 if not written."},
		{Name: "order", Type: "any",
			Doc: "The classes of ordinal, the lowest first: class (as they come, if not written), or the list of all class " +
				"names."},
	}
	return configured.Reducer[ecocConfig](contract.Component{
		Name:    "ecoc",
		Sources: ecocSources(),
		Doc: "Error-correcting output codes: any code matrix, written out or designed; " +
			"hamming takes the row nearest to the signs of the scores (Dietterich & Bakiri 1995; " +
			"Allwein, Schapire & Singer 2000).",
		Params: append(own, decodingParams(decode.Hamming, decode.OneEach, decode.Chain, decode.Pairs, decode.Trees,
			decode.Steps)...),
	})
}

// Check also reads the code that is written, and warns of what its source ignores.
func (e ecocConfig) Check() []contract.Diagnostic {
	_, ds := e.source()
	return slices.Concat(ds, classWords.checkOrder(e.Order, classOrder), e.unusedByCode(), e.decoding.Check(), e.unfair(),
		e.unfit())
}

// unfair warns of hamming where rows of the code have unequal numbers of zeros:
// each costs one half, so rows with few of them win.
func (e ecocConfig) unfair() []contract.Diagnostic {
	if e.Code != "ecoc_one" && !designOf(e.Code).subclass || e.Decoding != decode.Hamming || e.Zeros == decode.Mean {
		return nil
	}
	return []contract.Diagnostic{contract.Warningf([]any{"code"}, "hamming decodes "+e.Code+" badly",
		"Some of its rows have many zeros, each of which costs one half, and others few. Write decoding = "+
			"\"attenuated_euclidean\", which leaves them out.")}
}

// unfit refuses decoders of codes of one form where classes have several rows, and which is not
// known before.
func (e ecocConfig) unfit() []contract.Diagnostic {
	row, found := decode.Find(e.Decoding)
	if !designOf(e.Code).subclass || !found || row.Codes == decode.AnyCode {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{"decoding"},
		fmt.Sprintf("decoding = %q does not fit the code", string(e.Decoding)),
		"Problems of sub-classes have no form that it could go by. Write decoding = \"attenuated_euclidean\", or another one "+
			"that takes any code.")}
}

// Reducer reduces by the code that is written, designed or made from training rows.
func (e ecocConfig) Reducer() contract.Reducer {
	c, d := coded{decoding: e.decoding}, designOf(e.Code)
	rows, _ := e.source()
	if rows.code == nil && d.subclass {
		return subclassed{c}
	}
	switch {
	case rows.code != nil:
		c.design = rows.arrange
	case d.driven != nil:
		c.driven = d.driven(e)
	default:
		c.design = func(r contract.Reduction) (layout, []contract.Diagnostic) { return d.of(e, r) }
	}
	return c
}

// source returns the written code, if there is one without errors, and everything
// that is wrong with what is written.
func (e ecocConfig) source() (rows, []contract.Diagnostic) {
	var ds []contract.Diagnostic
	given := 0
	for _, source := range []struct {
		attribute string
		written   bool
	}{{"matrix", e.Matrix != nil}, {"file", e.File != nil}, {"code", e.Code != ""}} {
		if !source.written {
			continue
		}
		if given++; given > 1 {
			ds = append(ds, contract.Errorf([]any{source.attribute}, "the code is given twice",
				"Write one of matrix, file and code."))
		}
	}
	switch {
	case given == 0:
		return rows{}, append(ds, contract.Errorf(nil, "missing code matrix",
			"Write matrix = [[...], ...] with a row for each class, file = \"code.csv\", or code = "+
				"\"dense_random\" or another design."))
	case e.Matrix != nil:
		r, more := e.written("matrix", e.Matrix, e.Classes)
		return r, append(ds, more...)
	case e.File != nil:
		matrix, names, more := readMatrix(*e.File)
		if len(more) > 0 {
			return rows{}, append(ds, more...)
		}
		if names != nil && e.Classes != nil {
			return rows{}, append(ds, contract.Errorf([]any{"classes"}, "the file names the classes of its rows",
				"Remove classes, or the names from the file."))
		}
		if e.Classes != nil {
			names = e.Classes
		}
		r, more := e.written("file", matrix, names)
		return r, append(ds, more...)
	}
	return rows{}, ds
}

// written checks rows with names, or nil, that stand in an attribute.
func (e ecocConfig) written(attribute string, matrix [][]entry, names []string) (rows, []contract.Diagnostic) {
	ds := checkNames(attribute, matrix, names)
	c, more := checkMatrix(attribute, matrix, names)
	if contract.FirstError(ds) != nil {
		c = nil
	}
	return rows{attribute, c, names}, append(ds, more...)
}

// unusedByCode warns of attributes that the chosen source of the code ignores.
func (e ecocConfig) unusedByCode() []contract.Diagnostic {
	var ds []contract.Diagnostic
	d := designOf(e.Code)
	warn := func(attribute string, written, used bool, users string) {
		if written && !used {
			ds = append(ds, contract.Warningf([]any{attribute}, attribute+" has no effect",
				"It belongs to %s. Remove it.", users))
		}
	}
	if e.Code != "" || e.Matrix != nil || e.File != nil {
		warn("columns", e.Columns != 0, d.columns, "random codes, bch and ecoc_one")
		warn("candidates", e.Candidates != 0, d.random, "random codes")
		warn("draw", e.Draw != 0, d.random, "random codes")
		warn("trees", e.Trees != 0, d.trees, "forest_ecoc")
		warn("order", e.Order != nil, d.order, "ordinal")
		warn("classes", e.Classes != nil, e.Matrix != nil || e.File != nil, "the rows of a matrix or a file")
	}
	return ds
}
