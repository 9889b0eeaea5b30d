package packs

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"github.com/manyclass/bench/test/lengthy"
)

// The unit tests of the Java SDK pass.
func TestJavaSDK(t *testing.T) {
	lengthy.Test(t, "packs")
	if exec.Command("sh", "-c", "javac --release 17 --version && mvn --version").Run() != nil {
		t.Skip("the Java SDK needs a JDK of version 17 and Maven: apt-get install default-jdk-headless maven")
	}
	run := exec.Command("mvn", "-q", "test")
	run.Dir = "../../sdk/java"
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("mvn test: %v\n%s", err, out)
	}
}

// The Java SDK and bench speak of one protocol.
func TestJavaProtocolIsCurrent(t *testing.T) {
	ours, err := os.ReadFile("../../framework/contract/wire/plugin.proto")
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := os.ReadFile("../../sdk/java/src/main/proto/plugin.proto")
	if err != nil || !bytes.Equal(ours, theirs) {
		t.Errorf("sdk/java/src/main/proto/plugin.proto is another: run make generate (%v)", err)
	}
}
