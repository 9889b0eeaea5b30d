package waves

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/estimate"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/executor"
)

// chunksPerSlot is how many chunks a slot takes of a wave, about: the more, the less
// slots wait for each other in the end; the fewer, the more is shared within one.
const chunksPerSlot = 20

// slotHour is how long a slot works, in seconds, before it ends by itself.
const slotHour = 3600.0

// wave divides missing cells into arrays and chunks.
func (p *Planner) wave(number int, missing []int) job.Wave {
	w := job.Wave{Attempts: p.retried(missing), Executor: p.Executor}
	w.Job, w.Number, w.Continued = p.Job.Dir, number, p.Continued
	w.Name = fmt.Sprintf("bench-%s-w%d", filepath.Base(p.Job.Dir), number)
	cost, estimated := p.costs(missing)
	byClass := map[string][]int{}
	alone := map[string][]int{}
	total := 0.0
	for _, i := range missing {
		class := p.Executor.ClassOf(p.Order[i])
		if len(p.strikes[p.Order[i].Key]) > 0 {
			alone[class] = append(alone[class], i)
		} else {
			byClass[class] = append(byClass[class], i)
			total += cost[i]
		}
	}
	slots := max(1, p.Executor.Slots)
	if estimated {
		slots = estimate.Slots(total, slots)
	}
	for _, a := range p.arrays() {
		class := a.Class
		for _, i := range alone[class] {
			w.Chunks = append(w.Chunks, job.Chunk{Class: class, Cells: [][2]int{{i, i + 1}}, Alone: true})
			a.Slots++
		}
		if cells := byClass[class]; len(cells) > 0 {
			work := 0.0
			for _, i := range cells {
				work += cost[i]
			}
			share := max(1, int(math.Round(float64(slots)*work/total)))
			each := work / float64(share*chunksPerSlot)
			if estimated {
				each = min(each, slotHour/chunksPerSlot)
			}
			chunks := p.chunks(class, cells, cost, each)
			a.Slots += min(share, len(chunks))
			w.Chunks = append(w.Chunks, chunks...)
		}
		if a.Slots > 0 {
			w.Arrays = append(w.Arrays, a)
		}
	}
	return w
}

// retried are the numbers of the attempts of cells that are run again.
func (p *Planner) retried(missing []int) map[string]int {
	attempts := map[string]int{}
	for _, i := range missing {
		if n := p.Attempts[p.Order[i].Key]; n > 0 {
			attempts[p.Order[i].Key] = n
		}
	}
	return attempts
}

// arrays lists the classes of cells, the default one first.
func (p *Planner) arrays() []executor.Array {
	e := p.Executor
	list := []executor.Array{{Class: experiment.DefaultClass, Options: e.Options, Asks: e.Batch.Resources,
		Throttle: e.Throttle}}
	for _, class := range e.Classes {
		list = append(list, executor.Array{
			Class: class.Name, Options: slices.Concat(e.Options, class.Options), Asks: class.Asks.Or(e.Batch.Resources),
			Throttle: e.Throttle,
		})
	}
	return list
}

// costs estimates the seconds of cells by the results there are; without an estimate
// for all, a cell counts as much as another.
func (p *Planner) costs(missing []int) (cost map[int]float64, estimated bool) {
	var costs estimate.Costs
	costs.Add(p.Order, p.results.ByKey)
	cost, estimated = map[int]float64{}, true
	for _, i := range missing {
		seconds, known := costs.Seconds(p.Order[i])
		cost[i], estimated = max(seconds, 1e-3), estimated && known
	}
	if !estimated {
		for i := range cost {
			cost[i] = 1
		}
	}
	return cost, estimated
}

// chunks divides cells of a class. A chunk has about so much work, and does not go
// beyond a dataset and encoder unless it would be much too small.
func (p *Planner) chunks(class string, cells []int, cost map[int]float64, work float64) []job.Chunk {
	var list []job.Chunk
	current, sum := job.Chunk{Class: class}, 0.0
	for n, i := range cells {
		if n > 0 {
			before := p.Order[cells[n-1]]
			shares := sharesTraining(before, p.Order[i])
			if sum >= work && !shares || sum >= work/4 && !sharesMatrix(before, p.Order[i]) {
				list = append(list, current)
				current, sum = job.Chunk{Class: class}, 0
			}
		}
		current.Add(i)
		sum += cost[i]
	}
	return append(list, current)
}

func sharesMatrix(a, b plan.Cell) bool {
	return a.Division() == b.Division() && a.Encoder == b.Encoder && a.Repeat == b.Repeat
}

// sharesTraining reports whether cells are trained together.
func sharesTraining(a, b plan.Cell) bool {
	return sharesMatrix(a, b) && a.Fold == b.Fold && a.Learner == b.Learner
}
