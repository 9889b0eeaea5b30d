// Command chatty is a sound nearest-centroid learner that floods stderr before
// and after the handshake, and stdout after it, with lines of 4 MiB and with
// what a host might mistake for log entries.
package main

import (
	"bytes"
	"context"
	"os"

	"github.com/manyclass/bench/examples/plugins/centroid/nearest"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/sdk"
)

// The pipes to the host, before the SDK puts its own in their place.
var stdout, stderr = os.Stdout, os.Stderr

type learner struct{ nearest.Learner }

func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	for _, pipe := range []*os.File{stdout, stderr, os.Stdout, os.Stderr} {
		chatter(pipe)
	}
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
