package report

import (
	"bytes"
	"io"

	"github.com/manyclass/bench/framework/results/score"
)

// Render makes the report page, the tables and the pictures of [WriteAll], byte for
// byte, and writes nothing: what it returns are the contents of the files by their
// names in a results folder, with slashes. It leaves out the long tables. It fails when
// stored results cannot be read or do not fit the plan.
func Render(in Input) (map[string][]byte, error) {
	rows, err := score.Compute(in.Input)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	f := emptyFolder(func(name string, write func(io.Writer) error) error {
		var b bytes.Buffer
		err := write(&b)
		files[name] = b.Bytes()
		return err
	})
	p, _, err := writeLabelled(f, in, rows)
	if err != nil {
		return nil, err
	}
	return files, f.write(PageFile, p.write)
}
