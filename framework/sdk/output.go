package sdk

import (
	"context"
	"os"
	"sync"

	"google.golang.org/grpc"
)

// directOutput gives os.Stdout and os.Stderr back to the process before its
// first call. go-plugin puts pipes of its own in their place and sends what
// comes out of them over the connection: what a plugin prints before it exits
// would never arrive.
type directOutput struct {
	once           sync.Once
	stdout, stderr *os.File // as they were when the process started
}

func (d *directOutput) restore() {
	d.once.Do(func() { os.Stdout, os.Stderr = d.stdout, d.stderr })
}

func (d *directOutput) unary(ctx context.Context, req any, _ *grpc.UnaryServerInfo,
	handle grpc.UnaryHandler) (any, error) {
	d.restore()
	return handle(ctx, req)
}

func (d *directOutput) stream(server any, s grpc.ServerStream, _ *grpc.StreamServerInfo,
	handle grpc.StreamHandler) error {
	d.restore()
	return handle(server, s)
}
