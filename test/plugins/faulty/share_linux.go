package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/framework/contract"
)

// share eats memory that does not belong to a process.
func share(settings, context.Context, contract.Problem) (contract.Model, error) {
	fd, err := unix.MemfdCreate("meal", 0)
	if err != nil {
		return nil, err
	}
	meal := os.NewFile(uintptr(fd), "meal")
	defer meal.Close()
	for size := 0; size < mercy && err == nil; size += 8 << 20 {
		_, err = meal.Write(make([]byte, 8<<20))
		time.Sleep(time.Millisecond)
	}
	return nil, fmt.Errorf("faulty: I have shared a meal and nobody minds: %v", err)
}
