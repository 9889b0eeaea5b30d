// Package plan holds what a run will do: cells with identities made from the
// content of everything that determines their result.
package plan

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/conformal"
	"github.com/manyclass/bench/framework/evaluation/metric"
)

// Plan is the immutable list of an experiment's cells, with what a reader of
// the results needs to name and score them. It is written once into the
// results folder.
type Plan struct {
	Experiment string        `json:"experiment"`
	Title      string        `json:"title"`
	Seed       uint64        `json:"seed"`
	Datasets   []Dataset     `json:"datasets"`
	Metrics    []metric.Spec `json:"metrics"`
	Outputs
	// Weights are those of all rows of the datasets that have weights, by name, so that
	// metrics can count rows by them without the data; nil in plans of earlier releases.
	Weights map[string][]float64 `json:"weights,omitempty"`
	Cells   []Cell               `json:"cells"`
	// Labels are what people read in place of the names of blocks, by kind and name; nil
	// without any. No identity depends on them.
	Labels map[contract.Kind]map[string]string `json:"labels,omitempty"`
	// names gives back the names of what Labelled has renamed.
	names Naming
	Provenance
	Fits
}

// Outputs are what the experiment asks for besides scores.
type Outputs struct {
	Tables []Table `json:"tables"`
	// Comparisons are nil in plans of experiments without any, as of earlier releases.
	Comparisons []Comparison `json:"comparisons,omitempty"`
	Curves      []Curve      `json:"curves,omitempty"` // likewise
	// Sets says which prediction sets are made; nil for none.
	Sets *conformal.Settings `json:"conformal,omitempty"`
}

// Provenance is what the cells' results depend on, by hashes of identities and of parts;
// empty in plans of earlier releases.
type Provenance struct {
	Identities map[string]Identity `json:"identities,omitempty"`
	Parts      map[string]Part     `json:"parts,omitempty"`
	// Trained says, by the hashes of identities, which columns have learners of their own.
	Trained map[string][]Trained `json:"trained,omitempty"`
}

// Fits counts the binary problems of the cells.
type Fits struct {
	FitsRequested int `json:"fits_requested"` // problems, counted once for each cell that uses them
	FitsDistinct  int `json:"fits_distinct"`  // problems that will be trained
	// FitsAtMost is set if both numbers are upper bounds: what a later stage of
	// some reduction trains, or one that tuning chooses, depends on the data.
	FitsAtMost bool `json:"fits_at_most,omitempty"`
}

// Trained are columns of a reduction that another learner trains than the cell's own.
type Trained struct {
	Name    string   `json:"name"`              // as the experiment file names them
	Columns []string `json:"columns,omitempty"` // of the code, as in code.Signs; nil of labels and tuned codes
	Learner string   `json:"learner"`           // its name
}

// ColumnParameter is under what Identity.Learners has the learner of columns, by their
// name in the experiment file.
func ColumnParameter(name string) string { return "learners." + name }

// TrainedBy is the learner of each column of a cell that another trains than its own.
func (p *Plan) TrainedBy(c Cell) map[string]string {
	var by map[string]string
	for _, t := range p.Trained[c.Identity] {
		for _, column := range t.Columns {
			if by == nil {
				by = map[string]string{}
			}
			by[column] = t.Learner
		}
	}
	return by
}

// ScoresTraining reports whether a metric is on the training rows, so that their
// predictions are kept.
func (p *Plan) ScoresTraining() bool { return slices.ContainsFunc(p.Metrics, metric.Spec.OnTrain) }

// SetFolds is by how many inner folds the training rows calibrate prediction sets, 0 where
// they do not.
func (p *Plan) SetFolds() int {
	if p.Sets == nil {
		return 0
	}
	return p.Sets.Folds
}

// WeightsOf returns the weights of some rows of a dataset, by their numbers; nil where the
// plan has none. It fails if there is no such row.
func (p *Plan) WeightsOf(dataset string, rows []int) ([]float64, error) {
	all, weighed := p.Weights[dataset]
	if !weighed {
		return nil, nil
	}
	weights := make([]float64, len(rows))
	for i, row := range rows {
		if row < 0 || row >= len(all) {
			return nil, fmt.Errorf("row %d has no weight in the plan, which has those of %d rows", row, len(all))
		}
		weights[i] = all[row]
	}
	return weights, nil
}

// Add keeps an identity and returns its hash.
func (p *Plan) Add(i Identity) string {
	if p.Identities == nil {
		p.Identities = map[string]Identity{}
	}
	h := i.Hash()
	p.Identities[h] = i
	return h
}

// AddPart keeps a part and returns its hash. Of parts with the same hash the
// first is kept.
func (p *Plan) AddPart(part Part) string {
	if p.Parts == nil {
		p.Parts = map[string]Part{}
	}
	h := part.Hash()
	if _, known := p.Parts[h]; !known {
		p.Parts[h] = part
	}
	return h
}

// Table asks for a comparison table of one metric, which is a number or, with
// class among the axes of the rows, a number for each class.
type Table struct {
	Name    string   `json:"name"`
	Metric  string   `json:"metric"`
	Rows    []string `json:"rows"`    // axes: any of dataset, encoder, learner, reduction, or settings of them
	Columns []string `json:"columns"` // the same
	// Average are axes over which an entry is the mean, with the deviation between
	// their members, of means over folds.
	Average  []string `json:"average,omitempty"`
	Baseline string   `json:"baseline,omitempty"`
	// Missing says how comparisons over rows treat a row with a hole: "drop"
	// (or "") leaves the row out, "worst" gives the hole the worst rank.
	Missing string `json:"missing,omitempty"`
	// Baselines are several that columns are tested against, the first of which is
	// Baseline; nil for one or none.
	Baselines []string `json:"baselines,omitempty"`
	// Correction is "holm" if the p-values of the marks in a row are adjusted.
	Correction string `json:"correction,omitempty"`
	// Where is the expression that chooses what the table is of, as it is written,
	// and Without what it leaves out.
	Where   string        `json:"where,omitempty"`
	Without []Combination `json:"without,omitempty"`
	Print
}

// Print is how a table is shown; the zero Print is how tables are by default.
type Print struct {
	Digits    string `json:"digits,omitempty"`    // "uncertainty", or how many decimals
	Highlight string `json:"highlight,omitempty"` // none, second_best, or best and ""
	Caption   string `json:"caption,omitempty"`
	// Confidence is which interval follows a mean in place of the deviation: wald, wald_within,
	// corrected, or "" for none.
	Confidence string `json:"confidence,omitempty"`
	Label      string `json:"label,omitempty"`
	Width      string `json:"width,omitempty"` // column, page or ""
	FontSize   string `json:"font_size,omitempty"`
	// Transpose says whether rows and columns change places; nil where that is as fits.
	Transpose      *bool `json:"transpose,omitempty"`
	LongTable      bool  `json:"longtable,omitempty"`
	RowsPerPage    int   `json:"rows_per_page,omitempty"`
	ColumnsPerPage int   `json:"columns_per_page,omitempty"`
}

// Against lists the columns that others are tested against.
func (t Table) Against() []string {
	if t.Baselines == nil && t.Baseline != "" {
		return []string{t.Baseline}
	}
	return t.Baselines
}

// Comparison asks which learners and reductions differ in a metric that is a number.
type Comparison struct {
	Name    string   `json:"name"`
	Metric  string   `json:"metric"`
	Tests   []string `json:"tests,omitempty"` // none for those that suit
	PostHoc string   `json:"post_hoc,omitempty"`
	Control string   `json:"control,omitempty"` // what all others are compared with
	Rope    float64  `json:"rope"`
	Level   float64  `json:"level"`
	// Power is the difference of interest whose power is asked for, 0 for none.
	Power float64 `json:"power,omitempty"`
	// Average are parameters: methods that differ in them alone are one, whose values are
	// means on each fold.
	Average []string `json:"average,omitempty"`
}

// Cell is one combination on one fold.
type Cell struct {
	Key      string `json:"key"`                // content hash, hex
	Identity string `json:"identity,omitempty"` // hash of its combination's identity
	Combination
	Repeat int `json:"repeat"`
	Fold   int `json:"fold"`
	// Problems is the number of problems whose models the cell uses, those of its
	// first stage.
	Problems int `json:"problems"`
	// Skipped says why the cell cannot be run, or is empty.
	Skipped string `json:"skipped,omitempty"`
	// RawMargins marks cells whose probabilities are sigmoids of margins that
	// are not calibrated.
	RawMargins bool `json:"raw_margins,omitempty"`
	// NoProbabilities marks cells whose decoder gives none.
	NoProbabilities bool `json:"no_probabilities,omitempty"`
}

// Name is what a cell is called in messages: unlike its key it says nothing of
// the contents.
func (c Cell) Name() string {
	return fmt.Sprintf("%s repeat %d fold %d", c.Combination.Name(), c.Repeat, c.Fold)
}
