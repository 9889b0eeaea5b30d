package caller

import (
	"errors"
	"sync"

	"github.com/manyclass/bench/framework/contract/service"
)

// ErrOtherwise is why nothing is believed that a component answers.
var ErrOtherwise = errors.New("it answered otherwise when it was asked the same again, though it should be " +
	"deterministic; bench plugin test tries the plugin")

// Doubts remember whether components of plugins give the same answer twice. Each is asked
// the same again once in each configuration; from then on all its answers are believed, or
// none. A nil one doubts nothing. It may be shared by workers.
type Doubts struct {
	mu       sync.Mutex
	verdicts map[string]error
}

// Check says whether to believe a component, after its answer to a call: nil, or
// ErrOtherwise. The call is made again if there is no verdict of this kind of call yet; if
// that fails, there is still none.
func (d *Doubts) Check(call string, of service.ComponentRef, again func() (same bool, err error)) error {
	if d == nil {
		return nil
	}
	key := string(of.Kind) + " " + of.Name + " " + call + " " + string(of.Config)
	d.mu.Lock()
	verdict, known := d.verdicts[key]
	d.mu.Unlock()
	if known {
		return verdict
	}
	same, err := again()
	if err != nil {
		return nil
	}
	if !same {
		verdict = ErrOtherwise
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.verdicts == nil {
		d.verdicts = map[string]error{}
	}
	d.verdicts[key] = verdict
	return verdict
}
