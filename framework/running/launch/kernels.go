package launch

import (
	"fmt"
	"os"
	"runtime"

	"github.com/manyclass/bench/framework/host"
)

// The values of the flag -kernels.
const (
	AutoKernels     = "auto"
	AVX2Kernels     = "avx2"
	PortableKernels = "portable"
)

// ChooseKernels tells the plugins that are started from now on what code to use.
func ChooseKernels(name string) error {
	switch name {
	case AutoKernels:
		return nil
	case AVX2Kernels, PortableKernels:
		return os.Setenv(host.KernelsVariable, name)
	}
	return fmt.Errorf("-kernels %s: the kernels are auto, avx2 and portable", name)
}

// Kernels names the class of numerical code that plugins use. Within a class the
// same problems have the same scores, bit by bit: that of an architecture holds
// all its vector instructions.
func Kernels() string {
	if os.Getenv(host.KernelsVariable) == PortableKernels {
		return PortableKernels
	}
	return runtime.GOARCH
}
