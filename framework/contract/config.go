package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Config is a component's complete configuration: canonical JSON (object keys
// sorted, defaults filled in). Its bytes are part of a cell's identity.
type Config []byte

// Decode stores the configuration in the struct that into points to, by its
// json tags. An attribute without a field is an error.
func (c Config) Decode(into any) error {
	if len(c) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(c))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("decoding configuration: %w", err)
	}
	return nil
}

// MarshalJSON embeds the configuration in other JSON as it is.
func (c Config) MarshalJSON() ([]byte, error) {
	if len(c) == 0 {
		return []byte("{}"), nil
	}
	return c, nil
}

// UnmarshalJSON keeps the bytes of a configuration.
func (c *Config) UnmarshalJSON(b []byte) error {
	*c = append((*c)[:0], b...)
	return nil
}

// NewConfig renders values as a Config. It panics on values that JSON cannot
// hold (NaN, functions), which only a caller's bug can produce.
func NewConfig(values map[string]any) Config {
	if values == nil {
		values = map[string]any{}
	}
	b, err := json.Marshal(values)
	if err != nil {
		panic(fmt.Sprintf("contract: configuration %v: %v", values, err))
	}
	return b
}
