// Command mute shakes hands and then answers nobody.
package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
)

func main() {
	path := filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "mute.sock")
	listener, err := net.Listen("unix", path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer listener.Close()
	fmt.Fprintln(os.Stderr, "mute: my lips are sealed")
	fmt.Printf("1|1|unix|%s|grpc|\n", path)
	_, _ = io.Copy(io.Discard, os.Stdin)
}
