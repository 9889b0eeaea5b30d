package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"reflect"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
)

// Join writes one Parquet file with the rows of several, in their order. All must have the same columns. The pages
// are copied as they are, and the table of contents is made anew without what readers can do without, so that the
// same files always give the same bytes.
func Join(to io.Writer, paths []string) error {
	j := &joining{to: to, meta: format.FileMetaData{Version: 1, CreatedBy: "bench"}}
	if err := j.write([]byte(magic)); err != nil {
		return err
	}
	for i, path := range paths {
		labels, err := ClassLabels(path)
		if err != nil {
			return err
		}
		if i == 0 {
			j.first, j.labels = path, labels
		} else if !reflect.DeepEqual(labels, j.labels) {
			return data.Place{File: path}.Errorf("its classes have other names than those of %s, and both are parts of one "+
				"table", filepath.Base(j.first))
		}
		add := func(file *parquet.File) error { return j.add(path, file) }
		if err := withParquet(path, source.Source{}, add); err != nil {
			return err
		}
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &j.meta)
	if err != nil {
		return err
	}
	return j.write(append(binary.LittleEndian.AppendUint32(footer, uint32(len(footer))), magic...))
}

// joining is a file that is made of others.
type joining struct {
	to     io.Writer
	done   int64 // bytes that were written
	meta   format.FileMetaData
	first  string // path of the first file
	labels map[string][]string
}

func (j *joining) write(b []byte) error {
	n, err := j.to.Write(b)
	j.done += int64(n)
	return err
}

// add copies the pages of a file, and takes its groups of rows into the table of contents.
func (j *joining) add(path string, file *parquet.File) error {
	at, meta := data.Place{File: path}, file.Metadata()
	if j.meta.Schema == nil {
		j.meta.Schema = meta.Schema
		for _, pair := range meta.KeyValueMetadata {
			if pair.Key == labelsKey {
				j.meta.KeyValueMetadata = append(j.meta.KeyValueMetadata, pair)
			}
		}
	}
	if column := otherColumn(j.meta.Schema, meta.Schema); column != "" {
		return at.Errorf("%s is another one than in %s, and both are parts of one table", column, filepath.Base(j.first))
	}
	pages, err := pagesOf(file)
	if err != nil {
		return at.Errorf("the Parquet file is truncated or damaged: %v", err)
	}
	shift := j.done - pages.from
	for _, group := range meta.RowGroups {
		if err := j.group(group, pages, shift); err != nil {
			return at.Errorf("%v", err)
		}
	}
	n, err := io.Copy(j.to, io.NewSectionReader(file, pages.from, pages.to-pages.from))
	j.done += n
	return err
}

// span is where the pages of a file are.
type span struct{ from, to int64 }

// pagesOf is all between the first bytes of a file and its table of contents.
func pagesOf(file *parquet.File) (span, error) {
	var end [4]byte
	size := file.Size()
	if _, err := file.ReadAt(end[:], size-8); err != nil && err != io.EOF {
		return span{}, err
	}
	return span{int64(len(magic)), size - 8 - int64(binary.LittleEndian.Uint32(end[:]))}, nil
}

// group adds a group of rows whose pages stand elsewhere now.
func (j *joining) group(group format.RowGroup, pages span, shift int64) error {
	if len(j.meta.RowGroups) > math.MaxInt16 {
		return fmt.Errorf("the parts have more than %d groups of rows together, which a Parquet file cannot have",
			math.MaxInt16)
	}
	moved := format.RowGroup{TotalByteSize: group.TotalByteSize, NumRows: group.NumRows,
		Ordinal: int16(len(j.meta.RowGroups)), TotalCompressedSize: group.TotalCompressedSize}
	for _, chunk := range group.Columns {
		m := chunk.MetaData
		if chunk.FilePath != "" || len(chunk.EncryptedColumnMetadata) > 0 {
			return errors.New("the Parquet file is encrypted or names other files, which bench does not read")
		}
		if m.DataPageOffset < pages.from || m.DataPageOffset > pages.to || m.DictionaryPageOffset < 0 ||
			m.DictionaryPageOffset > pages.to {
			return fmt.Errorf("the Parquet file is damaged: a page begins at byte %d", m.DataPageOffset)
		}
		column := format.ColumnMetaData{Type: m.Type, Encoding: m.Encoding, PathInSchema: m.PathInSchema, Codec: m.Codec,
			NumValues: m.NumValues, TotalUncompressedSize: m.TotalUncompressedSize,
			TotalCompressedSize: m.TotalCompressedSize, DataPageOffset: m.DataPageOffset + shift}
		if m.DictionaryPageOffset > 0 {
			column.DictionaryPageOffset = m.DictionaryPageOffset + shift
		}
		moved.Columns = append(moved.Columns, format.ColumnChunk{MetaData: column})
	}
	j.meta.RowGroups = append(j.meta.RowGroups, moved)
	j.meta.NumRows += group.NumRows
	return nil
}

// otherColumn names what is different in two lists of columns, "" if nothing is. The first element, which stands for
// the whole row, has a name that means nothing.
func otherColumn(a, b []format.SchemaElement) string {
	for i := 1; i < min(len(a), len(b)); i++ {
		if !reflect.DeepEqual(a[i], b[i]) {
			return fmt.Sprintf("column %q", b[i].Name)
		}
	}
	if len(a) != len(b) {
		return "the number of columns"
	}
	return ""
}
