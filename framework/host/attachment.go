package host

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/manyclass/bench/framework/contract"
)

// ReattachVariable is the environment variable that names plugins which run already,
// as they print it when they are started by hand with BENCH_DEBUG=1.
const ReattachVariable = "BENCH_REATTACH"

// attachAgain says what to do without a plugin that was attached.
const attachAgain = "start the plugin with BENCH_DEBUG=1, and set " + ReattachVariable + " to what it prints"

// Attachment says where a plugin listens that bench did not start.
type Attachment struct {
	Addr     string `json:"addr"` // path of a socket
	PID      int    `json:"pid"`
	Protocol int    `json:"protocol"`
}

// Attachments reads BENCH_REATTACH: plugins by their names.
func Attachments() (map[string]Attachment, error) {
	text := os.Getenv(ReattachVariable)
	if text == "" {
		return nil, nil
	}
	found := map[string]Attachment{}
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		return nil, fmt.Errorf("%s is not what a plugin prints, but %.80q: %w", ReattachVariable, text, err)
	}
	for name, at := range found {
		if at.Protocol != contract.ProtocolVersion {
			return nil, fmt.Errorf("%s: plugin %s speaks version %d of the protocol, and this bench version %d",
				ReattachVariable, name, at.Protocol, contract.ProtocolVersion)
		}
	}
	return found, nil
}

// digest replaces that of bytes that bench has not read: what a plugin computes while it is
// attached counts for that process alone.
func (a Attachment) digest() string { return hexSum(fmt.Sprintf("attached %s %d", a.Addr, a.PID)) }
