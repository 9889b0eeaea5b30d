package waves

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/job"
)

// worker is a slot of a simulated batch system.
type worker struct {
	began, now float64 // in seconds
	next       int     // chunk to be tried
}

// workers are slots, the one that is free first at the top.
type workers []*worker

func (w workers) Len() int           { return len(w) }
func (w workers) Less(i, j int) bool { return w[i].now < w[j].now }
func (w workers) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *workers) Push(x any)        { *w = append(*w, x.(*worker)) }
func (w *workers) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}

// A simulated scheduler starts four slots a second, as Slurm does; slots claim chunks
// until an hour has passed. Many cells of very different cost end in little more than the
// time that they need, by few waves and few claims.
func TestThousandSlots(t *testing.T) {
	const slots, perSecond = 1000, 4.0
	p := &Planner{Job: &job.Job{Dir: "e"}, Executor: experiment.Executor{Slots: slots}}
	for i := range 200_000 { // datasets, folds, learners and reductions
		names := plan.Combination{Dataset: fmt.Sprint(i / 2000), Learner: fmt.Sprint(i / 10 % 20), Reduction: fmt.Sprint(i % 10)}
		p.Order = append(p.Order, plan.Cell{Key: fmt.Sprint(i), Combination: names, Fold: i / 200 % 10})
	}
	p.results.ByKey = map[string]store.Result{}
	r := rand.New(rand.NewPCG(1, 2))
	cost, total := map[string]float64{}, 0.0
	for _, c := range p.Order {
		cost[c.Key] = 20 * math.Exp(r.NormFloat64()/2)
		total += cost[c.Key]
	}
	now, claims, waves := 0.0, 0, 0
	missing := make([]int, len(p.Order))
	for i := range missing {
		missing[i] = i
	}
	for len(missing) > 0 {
		waves++
		w := p.wave(waves, missing)
		n := w.Arrays[0].Slots
		if len(w.Chunks) > 3*(chunksPerSlot*slots+int(total*chunksPerSlot/slotHour)) || n > slots {
			t.Fatalf("wave %d has %d chunks and %d slots", waves, len(w.Chunks), n)
		}
		taken := make([]bool, len(w.Chunks))
		var free workers
		for i := range n {
			at := now + float64(i)/perSecond
			heap.Push(&free, &worker{at, at, i * len(w.Chunks) / n})
		}
		for len(free) > 0 {
			s := heap.Pop(&free).(*worker)
			now = max(now, s.now)
			tried := 0
			for ; tried < len(taken) && taken[s.next]; tried++ {
				s.next = (s.next + 1) % len(taken)
			}
			if tried == len(taken) || s.now-s.began > slotHour {
				continue
			}
			taken[s.next] = true
			claims++
			for _, span := range w.Chunks[s.next].Cells {
				for _, c := range p.Order[span[0]:span[1]] {
					s.now += cost[c.Key]
					p.results.ByKey[c.Key] = store.Result{Status: store.OK, Elapsed: cost[c.Key]}
				}
			}
			heap.Push(&free, s)
		}
		missing = missing[:0]
		for n, done := range taken {
			if done {
				continue
			}
			for _, span := range w.Chunks[n].Cells {
				for i := span[0]; i < span[1]; i++ {
					missing = append(missing, i)
				}
			}
		}
	}
	ideal := total / slots
	t.Logf("%d cells: %.0f s where %.0f s are needed, %d waves, %d claims", len(p.Order), now, ideal, waves, claims)
	if now > 1.25*ideal || waves > int(ideal/slotHour)+2 || claims > 2*chunksPerSlot*slots*waves {
		t.Errorf("%.0f s where %.0f s are needed, %d waves, %d claims", now, ideal, waves, claims)
	}
}
