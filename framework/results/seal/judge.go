package seal

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Judgement is what a seal says of the results in a folder.
type Judgement struct {
	Seal     Seal
	Verdicts []Verdict
	Missing  []string // what was planned and is not made
	Code     []string // how plugins differ from those that the seal knew
	// Late says why the seal does not come from before the first cell, in sentences; nil if
	// nothing says so.
	Late []string
	// Notes are what else a reader should know, in sentences.
	Notes []string
}

// Folder is what a results folder holds of seals and journals.
type Folder struct {
	Dir   string
	Seal  *store.Sealed // of the last run
	Begun []store.Begun
}

// Judge compares what a results folder plans with the seal that the run of its first cells
// saw or, if that saw none, with the first seal that a run saw. It is nil if none saw one.
func (f Folder) Judge(p *plan.Plan) *Judgement {
	begun := slices.Clone(f.Begun)
	slices.SortStableFunc(begun, func(a, b store.Begun) int { return a.First.Compare(b.First) })
	seen := f.Seal
	if i := slices.IndexFunc(begun, func(b store.Begun) bool { return b.Seal != nil }); i >= 0 {
		seen = begun[i].Seal
	}
	if seen == nil {
		return nil
	}
	j := &Judgement{}
	var err error
	if j.Seal, err = Kept(f.Dir, seen.SHA256); err != nil {
		j.Seal.SHA256 = seen.SHA256
		j.Notes = []string{fmt.Sprintf("The seal that the run saw, SHA-256 %s, cannot be read, and nothing is called "+
			"planned: %s.", seen.SHA256, wording.Reason(err))}
		return j
	}
	j.Verdicts, j.Missing = Compare(j.Seal.Plan, Of(p))
	j.Code = CodeChanges(j.Seal.Plugins, p.Plugins())
	j.late(begun)
	for i := range j.Verdicts {
		if len(j.Late) > 0 {
			j.Verdicts[i].Status = Afterwards
		}
	}
	j.note(f.Seal, begun)
	return j
}

// late finds what says that the seal does not come from before the first cell.
func (j *Judgement) late(begun []store.Begun) {
	cells, first := 0, time.Time{}
	for _, b := range begun {
		if b.Seal != nil && b.Seal.SHA256 == j.Seal.SHA256 {
			break
		}
		cells += b.Cells
		if first.IsZero() {
			first = b.First
		}
	}
	if cells > 0 {
		j.Late = append(j.Late, fmt.Sprintf("No run before %s saw the seal; until then %s had begun, the first on %s.",
			moment(j.seenFrom(begun)), wording.Count(cells, "cell"), moment(first)))
	}
	if len(begun) > 0 && cells == 0 && j.Seal.Date.After(begun[0].First) {
		j.Late = append(j.Late, fmt.Sprintf("The first cell began on %s, before the date of the seal: one of two clocks "+
			"was wrong, or the date is not true.", moment(begun[0].First)))
	}
	if n := j.Seal.Finished; n > 0 {
		j.Late = append(j.Late, fmt.Sprintf("When the seal was made, the results folder held %s with a result.",
			wording.Count(n, "cell")))
	}
}

// seenFrom is when the first cell began of a run that saw the seal, the date of the seal if none did.
func (j *Judgement) seenFrom(begun []store.Begun) time.Time {
	for _, b := range begun {
		if b.Seal != nil && b.Seal.SHA256 == j.Seal.SHA256 {
			return b.First
		}
	}
	return j.Seal.Date
}

// note says what else is known.
func (j *Judgement) note(last *store.Sealed, begun []store.Begun) {
	if j.Seal.Given {
		j.Notes = append(j.Notes, "The date of the seal was given by hand (-date).")
	}
	if j.Seal.Replaces != "" {
		j.Notes = append(j.Notes, fmt.Sprintf("The seal replaces an earlier one, SHA-256 %s.", j.Seal.Replaces))
	}
	if last != nil && last.SHA256 != j.Seal.SHA256 {
		j.Notes = append(j.Notes, fmt.Sprintf("Another seal was made later, on %s (SHA-256 %s); it does not count.",
			moment(last.Date), last.SHA256))
	}
	if gone := elsewhere(j.Seal.SHA256, last, begun); len(gone) > 0 {
		j.Notes = append(j.Notes, fmt.Sprintf("%s began with this seal whose journals are not here: deleted, in another "+
			"folder, or ended before its first cell. The first began on %s.", wording.Capital(wording.Count(len(gone),
			"earlier run")), moment(gone[0].Begun)))
	}
	if len(j.Code) > 0 {
		j.Notes = append(j.Notes, fmt.Sprintf("Code is known to a seal, not planned by it. Since then it has changed: %s.",
			wording.And(j.Code)))
	}
	if len(j.Missing) > 0 {
		j.Notes = append(j.Notes, fmt.Sprintf("Planned, and not made: %s.", wording.And(j.Missing)))
	}
}

// elsewhere lists the runs that began with a seal and have no cells in these journals.
func elsewhere(sha256 string, last *store.Sealed, begun []store.Begun) (gone []store.SealedRun) {
	here, listed := map[string]bool{}, map[string]bool{}
	for _, b := range begun {
		if b.Seal != nil {
			here[b.Seal.Run] = true
		}
	}
	add := func(s *store.Sealed) {
		if s == nil || s.SHA256 != sha256 {
			return
		}
		for _, run := range s.Runs {
			if !here[run.Run] && !listed[run.Run] {
				listed[run.Run] = true
				gone = append(gone, run)
			}
		}
	}
	for _, b := range begun {
		add(b.Seal)
	}
	add(last)
	slices.SortStableFunc(gone, func(a, b store.SealedRun) int {
		return cmp.Or(a.Begun.Compare(b.Begun), cmp.Compare(a.Run, b.Run))
	})
	return gone
}

// moment is a time for readers.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// Of is the verdict on what has a kind and a name, nil without one.
func (j *Judgement) Of(kind, name string) *Verdict {
	if j == nil {
		return nil
	}
	for i, v := range j.Verdicts {
		if v.Kind == kind && v.Name == name {
			return &j.Verdicts[i]
		}
	}
	return nil
}

// Head says in sentences which seal this is and whether it comes first.
func (j *Judgement) Head() string {
	if j.Seal.Date.IsZero() {
		return "The experiment was sealed; the seal cannot be read."
	}
	head := fmt.Sprintf("The comparisons were sealed on %s (SHA-256 %s).", j.Seal.Dated(), j.Seal.SHA256)
	if len(j.Late) == 0 {
		return head + " The run of the first cell saw this seal when it began."
	}
	return head + " The seal does not come from before the first cell, so nothing here counts as planned."
}

// Caveat is what no seal can say of itself.
const Caveat = "The dates are from the clocks of those who ran the experiment, who could have set them, sealed after " +
	"other runs, or edited what is stored. Only a witness from outside, who was given the digest at the time, shows " +
	"that the plan is as old as it says."

// Sentence says of a verdict what it means.
func (v Verdict) Sentence() string {
	switch v.Status {
	case AsPlanned:
		return "planned: as in the seal"
	case Changed:
		return "changed since the seal: " + joined(v.Changes)
	}
	return "made afterwards: exploratory"
}

// Remark is Sentence below a table, with the seal.
func (j *Judgement) Remark(v *Verdict) string {
	if len(j.Late) > 0 {
		return "Exploratory: the seal of this experiment does not come from before its first cell."
	}
	seal := fmt.Sprintf("the seal of %s (SHA-256 %.12s…)", j.Seal.Date.UTC().Format(time.DateOnly), j.Seal.SHA256)
	switch v.Status {
	case AsPlanned:
		return fmt.Sprintf("Planned: as in %s.", seal)
	case Changed:
		return fmt.Sprintf("Changed since %s: %s.", seal, joined(v.Changes))
	}
	return fmt.Sprintf("Exploratory: not in %s.", seal)
}

// mostChanges is how many changes are said.
const mostChanges = 8

// joined lists changes.
func joined(changes []string) string {
	text := ""
	for i, change := range changes {
		switch {
		case i == mostChanges:
			return text + fmt.Sprintf("; and %d more", len(changes)-mostChanges)
		case i > 0:
			text += "; "
		}
		text += change
	}
	return text
}
