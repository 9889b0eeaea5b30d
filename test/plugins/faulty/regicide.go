package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/manyclass/bench/framework/contract"
)

// depose kills the bench that asks for a model, if that is a slot of a cluster.
func depose(settings, context.Context, contract.Problem) (contract.Model, error) {
	host := os.Getppid()
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", host))
	if err == nil && bytes.Contains(line, []byte("\x00slot\x00")) {
		err = syscall.Kill(host, syscall.SIGKILL)
	}
	return nil, errors.Join(errors.New("faulty: a process that is not a slot may live"), err)
}
