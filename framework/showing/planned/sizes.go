package planned

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"

	"github.com/manyclass/bench/framework/running/prepare"
)

// Size is what training on a share of the training rows takes.
type Size struct {
	Size  float64 `json:"train_size"` // 1 is all rows
	Cells int     `json:"cells"`
	Fits  int     `json:"fits_distinct"`
	Rows  int     `json:"train_rows"` // summed over cells
}

// sizesOf lists the sizes of an experiment, ascending; nil unless folds train on parts.
func sizesOf(p *prepare.Prepared) []Size {
	if !p.Plan.HasParts() {
		return nil
	}
	of := map[float64]*Size{}
	for _, b := range p.Blocks {
		share := 1.0
		if b.Part != nil {
			share = b.Part.Size
		}
		if of[share] == nil {
			of[share] = &Size{Size: share}
		}
		_, fits, _ := b.Fits()
		of[share].Fits += fits
		rows := b.TrainingRows()
		for _, item := range b.Items {
			of[share].Cells += len(item.Cells)
			of[share].Rows += len(item.Cells) * rows[item.Fold]
		}
	}
	var list []Size
	for _, size := range of {
		list = append(list, *size)
	}
	slices.SortFunc(list, func(a, b Size) int { return cmp.Compare(a.Size, b.Size) })
	return list
}

// printSizes prints what the sizes take, and how much that is compared with the largest alone.
func printSizes(w io.Writer, sizes []Size, p *prepare.Prepared) error {
	if len(sizes) == 0 {
		return nil
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TRAIN SIZE\tCELLS\tFITS\tTRAINING ROWS")
	all := 0
	for _, s := range sizes {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\n", strconv.FormatFloat(s.Size, 'g', -1, 64), s.Cells, s.Fits, s.Rows)
		all += s.Rows
	}
	if err := table.Flush(); err != nil {
		return err
	}
	alone, largest := largestAlone(p)
	_, err := fmt.Fprintf(w, "training rows of all sizes: %.2f times those of %s alone\n\n",
		float64(all)/float64(max(1, alone)), largest)
	return err
}

// largestAlone counts the training rows, summed over cells, of the largest size of each
// dataset, and names it.
func largestAlone(p *prepare.Prepared) (rows int, name string) {
	is := p.Plan.IsMain()
	sizes := map[float64]bool{}
	for _, b := range p.Blocks {
		training := b.TrainingRows()
		for _, item := range b.Items {
			for _, c := range item.Cells {
				if is(c) {
					rows += training[item.Fold]
					sizes[c.Share()] = true
					name = "size " + strconv.FormatFloat(c.Share(), 'g', -1, 64)
				}
			}
		}
	}
	if len(sizes) > 1 {
		name = "each dataset's largest size"
	}
	return rows, name
}
