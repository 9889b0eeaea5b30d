package download

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// Get returns a description: an answer of at most 64 MiB.
func (c *Client) Get(ctx context.Context, address string, again ...func(*Refused) bool) ([]byte, error) {
	var body []byte
	err := c.trying(ctx, address, again, func(ctx context.Context, _ bool) (progress bool, err error) {
		answer, err := c.ask(ctx, address, nil)
		if err != nil {
			return false, err
		}
		defer answer.Body.Close()
		body, err = io.ReadAll(io.LimitReader(answer.Body, mostSmall+1))
		if err == nil && len(body) > mostSmall {
			err = plainly("%s sent more than %d MiB where a description was asked for", public(address), mostSmall>>20)
		}
		return false, err
	})
	return body, err
}

// ask sends a request. Every answer but 200 and 206 is an error.
func (c *Client) ask(ctx context.Context, address string, header http.Header) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errPlain{fmt.Errorf("%q is not an address", public(address))}
	}
	if err := checkURL(request.URL); err != nil {
		return nil, errPlain{err}
	}
	for name, values := range header {
		request.Header[name] = values
	}
	request.Header.Set("User-Agent", or(c.options.Agent, "bench"))
	if token := c.options.Tokens[request.URL.Host]; token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := c.http.Do(request)
	if err != nil {
		return nil, unsent(err, request.URL)
	}
	if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusPartialContent {
		defer answer.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
		return nil, &Refused{Public(request.URL), answer.StatusCode, body, retryAfter(answer.Header)}
	}
	if coding := answer.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		answer.Body.Close()
		return nil, plainly("%s sent its answer packed with %s, which was not asked for", Public(request.URL), coding)
	}
	return answer, nil
}

// unsent is the error of a request without its address, which may hold what is secret.
func unsent(err error, to *url.URL) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var plain errPlain
	if errors.As(err, &plain) {
		return err
	}
	if proxy := proxyOf(err); proxy != "" {
		return plainly("%s cannot be reached: its proxy, %s, does not answer; correct %s, or unset it if no proxy is needed",
			Public(to), proxy, proxyVariable(to))
	}
	var unknown *net.DNSError
	if errors.As(err, &unknown) && unknown.IsNotFound {
		return plainly("%s cannot be reached: the host %s is not known; look whether there is a network, "+
			"and set %s if it needs a proxy", Public(to), to.Hostname(), proxyVariable(to))
	}
	if strings.Contains(err.Error(), "certificate") || strings.Contains(err.Error(), "tls:") {
		return plainly("%s cannot be trusted: %w", Public(to), err)
	}
	return fmt.Errorf("%s cannot be reached: %w", Public(to), err)
}
