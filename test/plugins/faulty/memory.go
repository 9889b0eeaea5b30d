package main

import (
	"context"
	"fmt"
	"time"

	"github.com/manyclass/bench/framework/contract"
)

// mercy is what eat takes at most, in bytes: a host without limits should
// survive this plugin.
const mercy = 3 << 30

// eat allocates and uses memory, 8 MiB each millisecond or so.
func eat() error {
	const step = 8 << 20
	var eaten [][]byte
	for size := 0; size < mercy; size += step {
		meal := make([]byte, step)
		for i := 0; i < step; i += 1 << 10 {
			meal[i] = 1
		}
		eaten = append(eaten, meal)
		time.Sleep(time.Millisecond)
	}
	return fmt.Errorf("faulty: I have eaten %d MB and nobody minds", len(eaten)*step>>20)
}

func hunger(settings, context.Context, contract.Problem) (contract.Model, error) {
	return nil, eat()
}

func reach(settings, context.Context, contract.Problem) (contract.Model, error) {
	const size = 1 << 40
	stars := make([]byte, size)
	return nil, fmt.Errorf("faulty: I hold %d bytes", len(stars))
}
