package script

import (
	"bytes"
	"context"
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

// ask sends a request and reads the answer into a struct. An answer that says error,
// or has other fields, is an error; what is no answer ends us.
func (s *script) ask(request, answer any) error {
	line, err := json.Marshal(request)
	if err != nil {
		return err
	}
	s.process.say(line)
	return s.understand(s.process.answer(), answer)
}

// askWithin is ask for work that takes long: if the context ends before there is an
// answer, the program is ended, and so are we.
func (s *script) askWithin(ctx context.Context, request, answer any) error {
	stop := context.AfterFunc(ctx, func() { s.process.die("was ended: %v", context.Cause(ctx)) })
	defer stop()
	return s.ask(request, answer)
}

func (s *script) understand(line []byte, answer any) error {
	var said struct {
		Error *string `json:"error"`
	}
	if err := json.Unmarshal(line, &said); err != nil {
		s.process.die("wrote %s to stdout, which is no JSON: %v", shown(line), err)
	}
	switch {
	case said.Error != nil && *said.Error == "":
		return errors.New("an error without a text")
	case said.Error != nil:
		return errors.New(*said.Error)
	}
	strict := json.NewDecoder(bytes.NewReader(line))
	strict.DisallowUnknownFields()
	if err := strict.Decode(answer); err != nil {
		return fmt.Errorf("the answer %s is none of the protocol: %w", shown(line), err)
	}
	return nil
}

// seed makes a number of 31 bits of one of 64: every language can hold it.
func seed(s uint64) int { return int((s ^ s>>32) & (1<<31 - 1)) }
