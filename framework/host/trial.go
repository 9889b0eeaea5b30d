package host

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host/own"
)

// trialLimit is what the holder of a trial may hold, in bytes.
const trialLimit = trialMemory / 2

// Tried says which limits hold on this machine: nil for those that do, else why not.
type Tried struct {
	Time    error // a process that does not answer is ended
	Memory  error // so is one that holds more than it may
	Orphans error // with either, what it has started ends too, wherever that went
}

// TryLimits tries the limits on processes of this program, which must have begun with Guard.
func TryLimits(ctx context.Context) Tried {
	var t Tried
	var orphans [2]error
	t.Time, orphans[0] = tryEnd(ctx, func(p *Process) error { return p.runner.Kill(ctx) })
	t.Memory, orphans[1] = tryEnd(ctx, func(p *Process) error {
		err := p.underMemory(ctx, trialLimit, func(ctx context.Context) error {
			ctx, cancel := context.WithTimeout(ctx, trialTime)
			defer cancel()
			<-ctx.Done()
			return ctx.Err()
		})
		if errors.Is(err, service.ErrMemory) {
			return nil
		}
		return fmt.Errorf("a process that held %d MB was not noticed", trialMemory>>20)
	})
	t.Orphans = cmp.Or(orphans[0], orphans[1])
	return t
}

// tryEnd starts a process that has an orphan, and has it ended in a way. It says what
// of the two did not end.
func tryEnd(ctx context.Context, way func(*Process) error) (failed, orphan error) {
	executable, err := own.Program()
	if err != nil {
		return err, err
	}
	cmd := trialOf(trialHolder, executable)
	cmd.Env = append(os.Environ(), markVariable+"="+hostMark())
	r := newRunner(cmd)
	if err := r.Start(ctx); err != nil {
		return err, err
	}
	line, _ := bufio.NewReader(r.Stdout()).ReadString('\n')
	number, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		_ = r.Kill(ctx)
		err := errors.New("the process to try it on did not start as one, as under an emulator of another processor")
		return err, err
	}
	failed = way(&Process{runner: r})
	if failed == nil {
		select {
		case <-r.exited:
		case <-time.After(trialTime):
			failed = errors.New("a process that was killed has not ended")
		}
	}
	if failed != nil {
		_ = r.Kill(ctx)
	}
	return failed, hasEnded(number)
}

// hasEnded waits for the end of a process, which it brings about if need be.
func hasEnded(number int) error {
	for begun := time.Now(); time.Since(begun) < trialTime; time.Sleep(wakeInterval / 100) {
		if errors.Is(syscall.Kill(number, 0), syscall.ESRCH) {
			return nil
		}
	}
	_ = syscall.Kill(number, syscall.SIGKILL)
	return errors.New("a process that a plugin had started in a session of its own went on after its end")
}
