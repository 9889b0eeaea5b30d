package launch

import (
	"fmt"
	"os"
	"runtime"

	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/results/folder"
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

// ChooseKernelsOf is ChooseKernels with automatic code that is that of the results in a folder, if it is one.
func ChooseKernelsOf(dir, name string) error {
	m, err := folder.ReadManifest(dir)
	if err == nil && name == AutoKernels && m.Kernels == PortableKernels {
		name = PortableKernels
	}
	return ChooseKernels(name)
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
