// Command serve starts the server of tests and prints its address: go run ./test/server/serve.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/manyclass/bench/test/server"
)

func main() {
	at := flag.String("listen", "127.0.0.1:0", "`address`")
	real := flag.String("real", "", "`folder` of real answers of OpenML")
	flag.Parse()
	listener, err := net.Listen("tcp", *at)
	if err == nil {
		fmt.Printf("http://%s\n", listener.Addr())
		err = http.Serve(listener, server.New(*real))
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
