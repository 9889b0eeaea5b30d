package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host/own"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/framework/sdk/script"
	"github.com/manyclass/bench/plugins/shipped"
)

// identities are what the numbers of the plugins that bench holds depend on, NAME=DIGEST with
// commas between; set by the Makefile, from what cmd/identify prints.
var identities string

// identityOf returns the digest of a plugin, "" if the build did not say.
func identityOf(name string) string { return own.IdentityIn(identities, name) }

// holdPlugins tells the host which plugins bench holds, and so starts as processes of itself.
func holdPlugins() {
	held := []own.Plugin{{Name: own.Adapter, Identity: identityOf(own.Adapter)}}
	for _, name := range shipped.Names() {
		offers := func() []contract.Component { p, _ := shipped.Served(name); return p.Components }
		held = append(held, own.Plugin{Name: name, Identity: identityOf(name), Offers: offers})
	}
	own.Hold(held)
}

// A script dies with the thread that started it: with the main one, which main has only if it is
// locked before.
func init() {
	if name, _ := askedFor(os.Args); name == own.Adapter {
		runtime.LockOSThread()
	}
}

// askedFor returns the plugin that this process shall be, "" if it is bench.
func askedFor(args []string) (name string, more []string) { return own.Asked(args, shipped.Names()) }

// servePlugin serves the plugin that this process shall be and ends; it returns if it shall be
// none.
func servePlugin() {
	name, more := askedFor(os.Args)
	if name == "" {
		return
	}
	plugin, err := pluginCalled(name, more)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
	sdk.Serve(plugin)
	os.Exit(0)
}

func pluginCalled(name string, more []string) (p contract.Plugin, err error) {
	if err := own.Refuse(name, identityOf(name)); err != nil {
		return p, err
	}
	if name == own.Adapter {
		return script.Start(more)
	}
	p, ok := shipped.Served(name)
	if !ok {
		err = errors.New("bench holds no plugin of this name; bench plugin list names them")
	}
	return p, err
}
