// Command chatty is a sound nearest-centroid learner that floods stderr before
// and after the handshake, and stdout after it, with lines of 4 MiB, with 23 MB
// of short ones, and with what a host might mistake for log entries.
package main

import (
	"bytes"
	"context"
	"os"
	"sync"

	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

// The pipes to the host, before the SDK puts its own in their place.
var stdout, stderr = os.Stdout, os.Stderr

// flood comes once in a process.
var flood sync.Once

type learner struct{ nearest.Learner }

func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	pipes := []*os.File{stdout, stderr, os.Stdout, os.Stderr}
	for _, pipe := range pipes {
		chatter(pipe)
	}
	flood.Do(func() {
		for _, pipe := range pipes {
			_, _ = pipe.Write(bytes.Repeat([]byte("and so on and on\n"), 23_000_000/17))
		}
	})
	return l.Learner.Train(ctx, p)
}

func chatter(pipe *os.File) {
	_, _ = pipe.WriteString("{\"@message\": 5}\n{\"@level\": [], \"@message\": \"\\u0000\"}\n1|1|unix|/nowhere|grpc|\n")
	_, _ = pipe.Write(append(bytes.Repeat([]byte("bla "), 1<<20), '\n'))
}

func main() {
	chatter(stderr)
	c := nearest.Component()
	c.Name = "chatty"
	c.NewLearner = func(contract.Config) (contract.Learner, error) { return learner{}, nil }
	sdk.Serve(contract.Plugin{Name: "chatty", Version: "0.1.0", Components: []contract.Component{c}})
}
