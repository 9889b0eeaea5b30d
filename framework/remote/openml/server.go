// Package openml asks OpenML's server what datasets, tasks and suites are. Addresses of files come from its answers;
// none is built here.
package openml

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/manyclass/bench/framework/remote/answer"
	"github.com/manyclass/bench/framework/remote/download"
)

// Production is the address of OpenML's server.
const Production = "https://www.openml.org"

// Server is OpenML's, or a mirror of it.
type Server struct {
	Base string // scheme, host and port
	Key  string // of the user's account, or ""
	Tell func(string)

	said map[string]*answer.Node // by path: a suite asks for its tasks before they are fetched
}

// busy is the code of an answer that may pass: the database could not be reached.
const busy = "107"

// ask gets an answer: in JSON, or in XML from a server that has only that.
// What was answered once is not asked for again.
func (s *Server) ask(ctx context.Context, client *download.Client, path string) (*answer.Node, error) {
	if known := s.said[path]; known != nil {
		return known, nil
	}
	found, err := s.get(ctx, client, path)
	if err == nil {
		if s.said == nil {
			s.said = map[string]*answer.Node{}
		}
		s.said[path] = found
	}
	return found, err
}

func (s *Server) get(ctx context.Context, client *download.Client, path string) (*answer.Node, error) {
	var body []byte
	var err error
	for _, api := range []string{"/api/v1/json/", "/api/v1/"} {
		address := strings.TrimSuffix(s.Base, "/") + api + path
		if s.Key != "" {
			address += "?api_key=" + url.QueryEscape(s.Key)
		}
		body, err = client.Get(ctx, address, passes)
		var refused *download.Refused
		if !errors.As(err, &refused) || refused.Status != http.StatusNotFound {
			break
		}
	}
	var refused *download.Refused
	if errors.As(err, &refused) && refused.Status == http.StatusPreconditionFailed {
		return nil, explain(refused)
	}
	if err != nil {
		return nil, err
	}
	answer, err := answer.Parse(body)
	if err != nil {
		return nil, fmt.Errorf("the answer of OpenML to %s cannot be read: %w", path, err)
	}
	return answer, nil
}

// passes reports whether a refusal may be none later.
func passes(r *download.Refused) bool {
	return r.Status == http.StatusPreconditionFailed && code(r) == busy
}

// code is that of a refusal.
func code(r *download.Refused) string {
	answer, err := answer.Parse(r.Body)
	if err != nil {
		return ""
	}
	return answer.String("error", "code")
}

// Error is a refusal of OpenML with a code.
type Error struct{ Code, text string }

func (e *Error) Error() string { return e.text }

// none are the codes of searches that find nothing.
var none = map[string]bool{"111": true, "372": true, "512": true, "500": true, "482": true, "542": true, "674": true}

// meanings of codes, with what to do.
var meanings = map[string]string{
	"112": "it is private; set OPENML_API_KEY to the key of an account that may see it",
	"102": "OPENML_API_KEY is not the key of an account",
	"103": "OPENML_API_KEY is not the key of an account",
	"111": "OpenML has no dataset of this number",
	"151": "OpenML has no task of this number",
	"273": "OpenML has not processed it yet; try again later",
	"274": "OpenML could not process it",
	"372": "OpenML has no dataset of this name",
	busy:  "OpenML's database cannot be reached; try again later",
}

// explain is a refusal as a sentence.
func explain(r *download.Refused) error {
	answer, err := answer.Parse(r.Body)
	if err != nil || answer.String("error", "code") == "" {
		return r
	}
	number := answer.String("error", "code")
	said := strings.TrimSuffix(answer.String("error", "message"), ".")
	if more := answer.String("error", "additional_information"); more != "" {
		said += ": " + strings.TrimSuffix(more, ".")
	}
	text := fmt.Sprintf("OpenML refuses it: %s (code %s)", said, number)
	if meaning := meanings[number]; meaning != "" {
		text = fmt.Sprintf("%s. OpenML says: %s (code %s)", meaning, said, number)
	}
	return &Error{number, text}
}

// secure is an address of an answer: old ones begin with http, where the server has https too.
func secure(address string) string {
	if rest, plain := strings.CutPrefix(address, "http://"); plain && download.CheckURL(address) != nil {
		return "https://" + rest
	}
	return address
}
