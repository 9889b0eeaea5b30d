package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/export"
)

// destination says where a table goes, and in which format.
type destination struct{ format, out string }

// addDestination gives a command the flags -format and -out.
func addDestination(c *cobra.Command) *destination {
	d := &destination{}
	c.Flags().StringVar(&d.format, "format", "",
		"`FORMAT`: csv, json or parquet (default by the ending of -out, else csv)")
	c.Flags().StringVar(&d.out, "out", "", "`FILE` to write (default stdout)")
	completeFlag(c, "format", string(export.CSV), string(export.JSON), string(export.Parquet))
	return d
}

// parse returns the format, which must not be Parquet if the table would go to a
// terminal.
func (d *destination) parse() (export.Format, error) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(d.out), "."))
	format, err := export.ParseFormat(cmp.Or(d.format, ending, string(export.CSV)))
	switch {
	case err != nil && d.format == "":
		return "", fmt.Errorf("-out %s: %w; end the name with one of them, or write -format", d.out, err)
	case err != nil:
		return "", fmt.Errorf("-format %s: %w", d.format, err)
	}
	if format == export.Parquet && d.out == "" && isTerminal(os.Stdout) {
		return "", errors.New("-format parquet: a terminal cannot show this format; write -out FILE.parquet")
	}
	return format, nil
}

// write writes a table until the context ends.
func (d *destination) write(ctx context.Context, t export.Table) error {
	format, err := d.parse()
	if err != nil {
		return err
	}
	return d.writeWith(ctx, func(w io.Writer) error { return export.Write(w, t, format) })
}

func (d *destination) writeWith(ctx context.Context, write func(io.Writer) error) error {
	if d.out == "" {
		return write(interruptible{ctx, os.Stdout})
	}
	return store.WriteFile(d.out, func(w io.Writer) error { return write(interruptible{ctx, w}) })
}

// interruptible is a writer that fails once a context has ended.
type interruptible struct {
	ctx context.Context
	io.Writer
}

func (w interruptible) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(b)
}

// formatsHelp says what the formats make of values.
const formatsHelp = "CSV writes NaN as NaN, JSON is a list of objects with null for it, Parquet keeps it.\n" +
	"The same results give the same bytes."
