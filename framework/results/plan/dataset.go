package plan

import (
	"encoding/json"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/data/named"
)

// Dataset is what results say of a dataset.
type Dataset struct {
	Name        string
	Rows        int
	LeftOut     int // rows that no fold uses, such as those without a class
	Numeric     int
	Categorical int
	Missing     int
	Target      target.Target
	SHA256      string // of the file, as sha256sum prints it; as Content of generated data
	SingleRows  bool   // every fold tests one row
	Content     string // digest of what the table holds, whatever its file is: see data.Table
	// Splitter is what divided the rows, where a plugin did; else nil. Results depend on
	// the folds alone, not on who named them.
	Splitter *Part
	// Origin is what the name of its rows stood for; nil without a name.
	Origin *named.Origin
}

// datasetFile is a dataset in files.
type datasetFile struct {
	Name        string `json:"name"`
	Rows        int    `json:"rows"`
	LeftOut     int    `json:"left_out"`
	Numeric     int    `json:"numeric"`
	Categorical int    `json:"categorical"`
	Missing     int    `json:"missing"`
	targetFile
	SHA256     string `json:"sha256"`
	SingleRows bool   `json:"single_rows,omitempty"`
	Content    string `json:"content"`
	flagsFile
	whenceFile
}

// whenceFile says where folds and rows come from.
type whenceFile struct {
	Splitter *Part         `json:"splitter,omitempty"`
	Origin   *named.Origin `json:"origin,omitempty"`
}

// targetFile is a target in files: it has either classes or labels.
type targetFile struct {
	Classes     []string     `json:"classes"`
	ClassCounts []int        `json:"class_counts"`
	Labels      []string     `json:"labels"`
	LabelCounts []int        `json:"label_counts,omitempty"`
	Costs       [][]float64  `json:"costs,omitempty"` // of the classes
	Tree        *target.Tree `json:"tree,omitempty"`
}

// flagsFile says what else is known of the rows.
type flagsFile struct {
	Grouped  bool `json:"grouped,omitempty"`
	Weighted bool `json:"weighted,omitempty"`
}

// MarshalJSON writes the dataset as plans and the command have it.
func (d Dataset) MarshalJSON() ([]byte, error) {
	t := targetFile{Classes: []string{}, ClassCounts: []int{}, Labels: []string{}}
	if d.Target.MultiLabel {
		t.Labels, t.LabelCounts = d.Target.Names, d.Target.Counts
	} else {
		t.Classes, t.ClassCounts, t.Costs, t.Tree = d.Target.Names, d.Target.Counts, d.Target.Costs, d.Target.Tree
	}
	return json.Marshal(datasetFile{
		Name: d.Name, Rows: d.Rows, LeftOut: d.LeftOut, Numeric: d.Numeric, Categorical: d.Categorical,
		Missing: d.Missing, targetFile: t, SHA256: d.SHA256, SingleRows: d.SingleRows, Content: d.Content,
		flagsFile: flagsFile{d.Target.Grouped, d.Target.Weighted}, whenceFile: whenceFile{d.Splitter, d.Origin},
	})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (d *Dataset) UnmarshalJSON(b []byte) error {
	var f datasetFile
	if err := json.Unmarshal(b, &f); err != nil {
		return err
	}
	if f.Tree != nil {
		if err := f.Tree.Check(len(f.Classes)); err != nil {
			return err
		}
	}
	*d = Dataset{
		Name: f.Name, Rows: f.Rows, LeftOut: f.LeftOut, Numeric: f.Numeric, Categorical: f.Categorical,
		Missing: f.Missing, Target: target.Target{Names: f.Classes, Counts: f.ClassCounts, Costs: f.Costs, Tree: f.Tree},
		SHA256: f.SHA256, SingleRows: f.SingleRows, Content: f.Content, Splitter: f.Splitter, Origin: f.Origin,
	}
	if len(f.Labels) > 0 {
		d.Target = target.Target{Names: f.Labels, Counts: f.LabelCounts, MultiLabel: true}
	}
	d.Target.Grouped, d.Target.Weighted = f.Grouped, f.Weighted
	return nil
}
