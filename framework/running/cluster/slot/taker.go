package slot

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Taker claims the chunks of a wave for a slot while a run asks for items.
type Taker struct {
	job     *job.Job
	wave    job.Wave
	attempt job.Attempt
	chunkOf map[string]int // by key of a cell; those that the slot may take
	until   time.Time      // after which nothing more is claimed

	mu      sync.Mutex
	mine    map[int]bool
	others  map[int]bool
	listed  time.Time // when others was read
	left    bool      // something was left because time is over
	err     error     // of claiming
	stopped atomic.Bool
}

// NewTaker returns what chooses the cells of a wave for an attempt, until a time.
func NewTaker(j *job.Job, w job.Wave, a job.Attempt, order []plan.Cell, until time.Time) *Taker {
	t := &Taker{job: j, wave: w, attempt: a, chunkOf: map[string]int{}, until: until, mine: map[int]bool{}}
	for _, n := range chunksFor(w, a) {
		t.add(n, order)
	}
	return t
}

// chunksFor lists the chunks of a wave that a slot may take: the first slots of a class
// have a cell of their own each, which they do alone.
func chunksFor(w job.Wave, a job.Attempt) []int {
	var list []int
	alone := 0
	for n, chunk := range w.Chunks {
		switch {
		case chunk.Class != a.Class:
		case !chunk.Alone:
			list = append(list, n)
		case alone == a.Index:
			return []int{n}
		default:
			alone++
		}
	}
	return list
}

// Idle reports whether there is nothing left to claim for a slot that begins: it need not
// make itself ready.
func Idle(j *job.Job, w job.Wave, a job.Attempt) bool {
	taken, err := j.Claimed(w.Number)
	return err == nil && a.Restart == 0 && lists.Count(chunksFor(w, a), func(n int) bool { return !taken[n] }) == 0
}

func (t *Taker) add(chunk int, order []plan.Cell) {
	for _, r := range t.wave.Chunks[chunk].Cells {
		for _, c := range order[r[0]:r[1]] {
			t.chunkOf[c.Key] = chunk
		}
	}
}

// Take is run.Options.Take.
func (t *Taker) Take(cells []plan.Cell) []plan.Cell {
	t.mu.Lock()
	defer t.mu.Unlock()
	var taken []plan.Cell
	for _, c := range cells {
		if chunk, ok := t.chunkOf[c.Key]; ok && t.has(chunk) {
			taken = append(taken, c)
		}
	}
	return taken
}

// has reports whether the slot does a chunk, which it claims if it can.
func (t *Taker) has(chunk int) bool {
	switch {
	case t.err != nil || t.others[chunk] && !t.mine[chunk]:
		return false
	case t.stopped.Load():
		t.left = true
		return false
	case t.mine[chunk]:
		return true
	case time.Now().After(t.until):
		t.left = true
		return false
	}
	mine, err := t.job.Claim(t.wave.Number, chunk, t.attempt.Owner())
	switch {
	case err != nil:
		t.err = err
	case mine:
		t.mine[chunk] = true
	default:
		t.list(chunk)
	}
	return mine
}

// listEvery is how often a slot looks at most at the claims of all.
const listEvery = time.Second

// list notes that a chunk is somebody else's, and with it, now and then, all that are.
func (t *Taker) list(chunk int) {
	if now := time.Now(); now.Sub(t.listed) >= listEvery {
		if taken, err := t.job.Claimed(t.wave.Number); err == nil && t.attempt.Restart == 0 {
			t.others, t.listed = taken, now
		}
	}
	if t.others == nil {
		t.others = map[int]bool{}
	}
	t.others[chunk] = true
}

// Stop lets the slot take nothing more.
func (t *Taker) Stop() { t.stopped.Store(true) }

// Left reports whether cells were left that the slot could have taken.
func (t *Taker) Left() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.left
}

// Err is why the slot could not claim.
func (t *Taker) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

// Rotate orders the work of an experiment so that slots begin at different places: the
// one of an index among so many, each at its share of the blocks, and within the first
// block at its share of the items.
func Rotate(p *prepare.Prepared, index, of int) {
	items := 0
	for _, b := range p.Blocks {
		items += len(b.Items)
	}
	at := index % max(1, of) * items / max(1, of)
	for n, b := range p.Blocks {
		if at >= len(b.Items) {
			at -= len(b.Items)
			continue
		}
		p.Blocks = slices.Concat(p.Blocks[n:], p.Blocks[:n])
		b.Items = slices.Concat(b.Items[at:], b.Items[:at])
		return
	}
}
