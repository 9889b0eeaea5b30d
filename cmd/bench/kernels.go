package main

import (
	"cmp"
	"fmt"
	"os"
	"runtime"

	"github.com/manyclass/bench/framework/host"
)

// The values of the flag -kernels.
const (
	autoKernels     = "auto"
	portableKernels = "portable"
)

// chooseKernels tells the plugins that are started from now on what code to use.
func chooseKernels(name string) error {
	switch name {
	case autoKernels:
		return nil
	case portableKernels:
		return os.Setenv(host.KernelsVariable, portableKernels)
	}
	return fmt.Errorf("-kernels %s: the kernels are auto and portable", name)
}

// kernels names the class of numerical code that plugins use. Within a class the
// same problems have the same scores, bit by bit: that of an architecture holds
// all its vector instructions.
func kernels() string { return cmp.Or(os.Getenv(host.KernelsVariable), runtime.GOARCH) }
