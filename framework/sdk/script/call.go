package script

import (
	"context"
	"encoding/json"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// configured is a component of a script in a configuration.
type configured struct {
	script    *script
	component string
	config    contract.Config
}

// call begins a call to the component. It is to be ended.
func (c configured) call(name string) *call {
	return &call{script: c.script, request: request{Call: name, Component: c.component, Config: c.config}}
}

// call is a request with its files. After an error no more is written, and the script is
// not asked.
type call struct {
	request
	script  *script
	omits   bool     // what is missing is left out of the request; else it is ""
	files   []byte   // names and paths, as JSON
	written []string // is removed in the end
	err     error
}

// end removes the files.
func (c *call) end() {
	for _, path := range c.written {
		c.script.files.drop(path)
	}
}

// file adds a file to the request.
func (c *call) file(name, path string, err error) {
	if c.err == nil {
		c.err = err
	}
	if path == "" && c.omits {
		return
	}
	quoted, err := json.Marshal(path)
	if err != nil {
		panic(err) // a text
	}
	c.files = append(append(c.files, `,"`+name+`":`...), quoted...)
}

// output adds a file that the script is to write.
func (c *call) output(name, what string) (path string) {
	path = c.script.files.name(what)
	c.written = append(c.written, path)
	c.file(name, path, nil)
	return path
}

// table writes a matrix, or a vector if cols is 0.
func (c *call) table(name string, rows, cols int, values []float64) {
	path := ""
	if c.err == nil {
		path, c.err = c.script.files.write(name, rows, cols, values)
		c.written = append(c.written, path)
	}
	c.file(name, path, nil)
}

// arrays writes arrays of n rows.
func (c *call) arrays(list service.Arrays, n int) {
	for _, a := range list {
		if values, cols, ok := a.Numbers(); ok {
			c.table(a.Name, n, cols, values)
		} else {
			c.file(a.Name, "", nil)
		}
	}
}

// shared adds the matrix X of a learner.
func (c *call) shared(x contract.Matrix) {
	path, err := c.script.files.shared(x)
	c.file("X", path, err)
}

// names adds what columns are called.
func (c *call) names(columns []contract.Column) {
	path, err := c.script.files.names(columns)
	c.file("names", path, err)
}

// ask sends the request, a struct that embeds that of the call, with the files, and reads
// the answer. If the context ends before there is one, the program is ended, and so are we.
func (c *call) ask(ctx context.Context, fields, answer any) error {
	if c.err != nil {
		return c.err
	}
	line, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { c.script.process.die("was ended: %v", context.Cause(ctx)) })
	defer stop()
	return c.script.send(append(append(line[:len(line)-1], c.files...), '}'), answer)
}

// read reads rows × cols numbers that the script has written.
func (c *call) read(path string, rows, cols int) (contract.Matrix, error) {
	values, err := c.script.files.read(path, rows, cols)
	return contract.Matrix{Rows: rows, Cols: cols, Data: values}, err
}
