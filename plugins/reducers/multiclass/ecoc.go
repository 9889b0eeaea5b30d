package multiclass

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// What a random code may cost: a large one takes minutes to choose.
const (
	maxColumns    = 65536
	maxCandidates = 1_000_000
)

func ecoc() contract.Component {
	own := []contract.Param{
		{Name: "matrix", Type: "list(list(number))"},
		{Name: "file", Type: contract.FileType},
		{Name: "classes", Type: "list(string)"},
		{Name: "code", Type: "string", OneOf: designNames(), Doc: "A design instead of a matrix: " + designDocs() + "."},
		step.Whole("columns", 1, maxColumns),
		step.Whole("candidates", 1, maxCandidates),
		step.DrawParam(),
		step.Whole("trees", 1, maxTrees),
		{Name: "order", Type: "any"},
	}
	return ofClasses(contract.Component{
		Name:    "ecoc",
		Sources: ecocSources(),
		Params: append(own, decodingParams(decode.Hamming, decode.OneEach, decode.Chain, decode.Pairs, decode.Trees,
			decode.Steps)...),
	}, ecocConfig.method)
}

// ecocSources are those of output codes, of their designs and of their decoders.
func ecocSources() []contract.Source {
	list := []contract.Source{decode.Dietterich1995}
	for _, d := range designs {
		for _, s := range d.sources {
			list = append(list, s.Under("code", d.name))
		}
	}
	return decoded(list...)
}

// Check also reads the code that is written, and warns of attributes that its source ignores.
func (e ecocConfig) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	e.source(&ds)
	step.Classes.CheckOrder(&ds, e.Order, classOrder)
	e.checkSource(&ds)
	e.decoding.check(&ds)
	e.checkDecoding(&ds)
	return ds
}

// checkDecoding warns of hamming where rows of the code have unequal numbers of zeros: each costs
// one half, so rows with few of them win. Where classes have several rows, which are not known
// before, it refuses decoders of codes of one form.
func (e ecocConfig) checkDecoding(ds *step.Diagnostics) {
	subclass := designOf(e.Code).subclass
	if (e.Code == "ecoc_one" || subclass) && e.Decoding == decode.Hamming && e.Zeros != decode.Mean {
		ds.At("code").Warningf("hamming decodes "+e.Code+" badly",
			"Some of its rows have many zeros, each of which costs one half, and others few. Write decoding = "+
				"\"attenuated_euclidean\", which leaves them out.")
	}
	if row, found := decode.Find(e.Decoding); subclass && found && row.Codes != decode.AnyCode {
		ds.At("decoding").Errorf(fmt.Sprintf("decoding = %q does not fit the code", string(e.Decoding)),
			"Problems of sub-classes do not have the form that it needs. Write decoding = \"attenuated_euclidean\", or "+
				"another one that takes any code.")
	}
}

// method reduces by the code that is written, designed or made from training rows.
func (e ecocConfig) method() step.Method[state] {
	var ignored step.Diagnostics // Check has shown them
	c, d, rows := coded{e.decoding}, designOf(e.Code), e.source(&ignored)
	switch {
	case rows.code != nil:
		return designed{c, rows.arrange}
	case d.subclass:
		return subclassed{c}
	case d.driven != nil:
		made := d.driven(e)
		made.coded = c
		return made
	}
	return designed{c, func(r contract.Reduction, ds *step.Diagnostics) layout { return d.of(e, r, ds) }}
}

// source returns the written code, if there is one without errors.
func (e ecocConfig) source(ds *step.Diagnostics) rows {
	given := 0
	for _, source := range []struct {
		attribute string
		written   bool
	}{{"matrix", e.Matrix != nil}, {"file", e.File != nil}, {"code", e.Code != ""}} {
		if !source.written {
			continue
		}
		if given++; given > 1 {
			ds.At(source.attribute).Errorf("the code is given twice", "Write one of matrix, file and code.")
		}
	}
	switch {
	case given == 0:
		ds.Errorf("missing code matrix",
			"Write matrix = [[...], ...] with a row for each class, file = \"code.csv\", or code = "+
				"\"dense_random\" or another design.")
	case e.Matrix != nil:
		return checkRows(ds, "matrix", e.Matrix, e.Classes)
	case e.File != nil:
		return e.read(ds)
	}
	return rows{}
}

// read returns the code of the file.
func (e ecocConfig) read(ds *step.Diagnostics) rows {
	var wrong step.Diagnostics
	matrix, names := readMatrix(&wrong, *e.File)
	*ds = append(*ds, wrong...)
	switch {
	case len(wrong) > 0:
		return rows{}
	case names != nil && e.Classes != nil:
		ds.At("classes").Errorf("the file names the classes of its rows", "Remove classes, or the names from the file.")
		return rows{}
	case names == nil:
		names = e.Classes
	}
	return checkRows(ds, "file", matrix, names)
}

// checkSource warns of attributes that the chosen source of the code ignores.
func (e ecocConfig) checkSource(ds *step.Diagnostics) {
	d := designOf(e.Code)
	warn := func(attribute string, written, used bool, users string) {
		if written && !used {
			ds.NoEffect(attribute, "It belongs to %s. Remove it.", users)
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
}
