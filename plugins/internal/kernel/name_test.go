package kernel

import (
	"testing"

	"github.com/manyclass/bench/framework/host"
)

// What bench doctor says of this machine is what plugins use.
func TestDoctorNamesTheCode(t *testing.T) {
	if got := host.VectorCode(); got != Name() {
		t.Errorf("bench doctor says %s, and plugins use %s", got, Name())
	}
}
