package host

import (
	"os"
	"runtime"

	"golang.org/x/sys/cpu"
)

// VectorCode names the numerical code that plugins of bench choose on this machine, by the
// same rule as theirs: "portable" is plain Go.
func VectorCode() string {
	asked := os.Getenv(KernelsVariable)
	switch {
	case asked == "portable":
	case runtime.GOARCH == "arm64":
		return "neon"
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && asked != "avx2":
		return "avx512"
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		return "avx2"
	}
	return "portable"
}
