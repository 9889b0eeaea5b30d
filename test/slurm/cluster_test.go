package slurm

import (
	"os/exec"
	"testing"
)

// A cluster whose keeper was killed too, as when a container ends, leaves its network.
func TestLeftNetwork(t *testing.T) {
	t.Parallel()
	need(t)
	owner := &Cluster{}
	owner.lock(t, "network")
	owner.clear(t)
	leave := exec.Command("/bin/sh", "-c", "ip link add slbr0 type bridge && ip netns add sl-n1 && ip netns add sl-n2")
	leave.Env = environment()
	out, err := leave.CombinedOutput()
	owner.stop(t)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	Start(t, Options{Nodes: 1, Namespaces: true}).run(t, "srun", "-n1", "true")
}
