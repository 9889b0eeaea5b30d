package script

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// request is what every request has; others embed it.
type request struct {
	Call      string          `json:"call"`
	Kind      contract.Kind   `json:"kind,omitzero"` // of validate alone
	Component string          `json:"component,omitzero"`
	Config    contract.Config `json:"config,omitzero"`
}

// script is a running program.
type script struct {
	process *process
	files   *files
	// verdicts are its answers on configurations, which do not change.
	verdicts map[string]verdict
	models   int // how many it was asked for
}

// ask sends a request without files and reads the answer into a struct.
func (s *script) ask(request, answer any) error {
	line, err := json.Marshal(request)
	if err != nil {
		return err
	}
	return s.send(line, answer)
}

// send sends a request and reads the answer into a struct. An answer that says error, or
// has other fields, is an error; a line that is not an answer ends us.
func (s *script) send(request []byte, answer any) error {
	s.process.say(request)
	return s.understand(s.process.answer(), answer)
}

func (s *script) understand(line []byte, answer any) error {
	var said struct {
		Error *string `json:"error"`
	}
	if err := json.Unmarshal(line, &said); err != nil {
		s.process.die("wrote %s to stdout, which is not JSON: %v", shown(line), err)
	}
	switch {
	case said.Error != nil && *said.Error == "":
		return errors.New("an error without a text")
	case said.Error != nil:
		return errors.New(*said.Error)
	}
	if err := strictly(line, answer); err != nil {
		return fmt.Errorf("the answer %s is not part of the protocol: %w", shown(line), err)
	}
	return nil
}

// seed makes a number of 31 bits of one of 64: every language can hold it.
func seed(s uint64) int { return int((s ^ s>>32) & (1<<31 - 1)) }
