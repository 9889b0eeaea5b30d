package main

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/contract"
)

// forever never returns.
func forever() {
	for {
		time.Sleep(time.Hour)
	}
}

func hang(settings, context.Context, contract.Problem) (contract.Model, error) {
	fmt.Fprintln(os.Stderr, "faulty: where was I")
	forever()
	return nil, nil
}

func wait(_ settings, ctx context.Context, _ contract.Problem) (contract.Model, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// shoot ends the process as the kernel does that has no memory left, or somebody with kill -9.
func shoot(settings, context.Context, contract.Problem) (contract.Model, error) {
	if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
		return nil, err
	}
	forever()
	return nil, nil
}

func stop(settings, context.Context, contract.Problem) (contract.Model, error) {
	if err := syscall.Kill(os.Getpid(), syscall.SIGSTOP); err != nil {
		return nil, err
	}
	forever()
	return nil, nil
}
