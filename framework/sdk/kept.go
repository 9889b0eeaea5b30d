package sdk

import (
	"runtime/debug"

	"github.com/manyclass/bench/framework/contract/service"
)

// take hands what a learner has kept to its next call, which is the only one to have
// it. What others have kept goes, since limits of memory hold for the process.
func (a *adapter) take(call service.TrainCall) any {
	a.mu.Lock()
	defer a.mu.Unlock()
	last := a.kept
	a.kept = kept{}
	if last.component == call.Component && !call.Isolated || last.memory == nil {
		return last.memory
	}
	last.memory = nil
	debug.FreeOSMemory()
	return nil
}

// leave keeps what a call has left.
func (a *adapter) leave(component string, memory *any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept = kept{component, *memory}
}
