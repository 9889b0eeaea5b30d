package store

import (
	"testing"
	"time"
)

// A run that goes on elsewhere leaves the others in the manifest; one that goes on
// under the same conditions is not a run of its own.
func TestRunsThatWentOn(t *testing.T) {
	first := Manifest{Kernels: "amd64", Host: Host{Name: "a"}, Started: time.Unix(1, 0)}
	same := first
	same.GoOn(first)
	if same.Parts != nil {
		t.Errorf("parts %+v", same.Parts)
	}
	other := Manifest{Kernels: "portable", Host: Host{Name: "a"}, Started: time.Unix(2, 0)}
	other.GoOn(first)
	third := Manifest{Kernels: "amd64", Host: Host{Name: "b"}, Started: time.Unix(3, 0)}
	third.GoOn(other)
	third.Finish(time.Unix(4, 0))
	if len(other.Parts) != 2 || len(third.Parts) != 3 || third.Parts[0].Kernels != "amd64" || third.Parts[1].Kernels != "portable" ||
		third.Parts[1].Finished != nil || third.Parts[2].Host.Name != "b" || third.Parts[2].Finished == nil || third.Finished == nil {
		t.Errorf("parts %+v, then %+v", other.Parts, third.Parts)
	}
}
