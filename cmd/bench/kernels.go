package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/manyclass/bench/framework/host"
)

// The values of the flag -kernels.
const (
	autoKernels     = "auto"
	avx2Kernels     = "avx2"
	portableKernels = "portable"
)

// chooseKernels tells the plugins that are started from now on what code to use.
func chooseKernels(name string) error {
	switch name {
	case autoKernels:
		return nil
	case avx2Kernels, portableKernels:
		return os.Setenv(host.KernelsVariable, name)
	}
	return fmt.Errorf("-kernels %s: the kernels are auto, avx2 and portable", name)
}

// kernels names the class of numerical code that plugins use. Within a class the
// same problems have the same scores, bit by bit: that of an architecture holds
// all its vector instructions.
func kernels() string {
	if os.Getenv(host.KernelsVariable) == portableKernels {
		return portableKernels
	}
	return runtime.GOARCH
}
