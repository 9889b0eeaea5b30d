package report

import (
	"io"

	"github.com/manyclass/bench/framework/showing/columns"
	"github.com/manyclass/bench/framework/showing/export"
)

// writeTable writes a long table as CSV.
func (f *folder) writeTable(name string, t export.Table) error {
	return f.writeCSV(columns.File{Name: name, Doc: docOf(name), Fields: t.Columns},
		func(w io.Writer) error { return export.Write(w, t, export.CSV) })
}

// writeCSV writes a file and notes its columns.
func (f *folder) writeCSV(file columns.File, write func(io.Writer) error) error {
	f.describe(file)
	return f.write(file.Name, write)
}

// describe notes the columns of a file, for the descriptions of the folder.
func (f *folder) describe(file columns.File) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tables[file.Name] = file
}

// docOf is what a row of a file is, "" if its columns are not known beforehand.
func docOf(name string) string {
	for _, file := range columns.Files() {
		if file.Name == name {
			return file.Doc
		}
	}
	return ""
}
