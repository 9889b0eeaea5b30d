package parquetfile

import (
	"bytes"
	"fmt"
	"io"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// checkPages looks at the headers of the pages of a column.
func checkPages(s source.Source, file io.ReaderAt, meta *format.ColumnMetaData, at data.Place) error {
	offset := meta.DataPageOffset
	if first := meta.DictionaryPageOffset; first > 0 && first < offset {
		offset = first
	}
	values := int64(0)
	for values < meta.NumValues {
		header, size, err := pageHeader(file, offset)
		if err != nil {
			return at.Errorf("the Parquet file is truncated or damaged: %v", err)
		}
		inPage := int64(0)
		switch {
		case header.DataPageHeader.Valid:
			inPage = int64(header.DataPageHeader.V.NumValues)
			values += inPage
		case header.DataPageHeaderV2.Valid:
			inPage = int64(header.DataPageHeaderV2.V.NumValues)
			values += inPage
		case header.DictionaryPageHeader.Valid:
			inPage = int64(header.DictionaryPageHeader.V.NumValues)
		}
		if inPage < 0 || header.CompressedPageSize < 0 || header.UncompressedPageSize < 0 {
			return at.Errorf("the Parquet file is damaged: a page has %d values and %d bytes", inPage, header.CompressedPageSize)
		}
		if values > meta.NumValues {
			return at.Errorf("the Parquet file is damaged: the pages of a column have more values than the column")
		}
		if err := s.CheckRoom(float64(8*float64(inPage))+float64(header.UncompressedPageSize), at); err != nil {
			return err
		}
		offset += size + int64(header.CompressedPageSize)
	}
	return nil
}

// pageHeader reads the header of a page, and returns how many bytes it has.
func pageHeader(file io.ReaderAt, offset int64) (header format.PageHeader, size int64, err error) {
	for _, room := range []int{1 << 12, 1 << 24} { // statistics may hold long texts
		b := make([]byte, room)
		n, readErr := file.ReadAt(b, offset)
		if readErr != nil && readErr != io.EOF {
			return header, 0, readErr
		}
		header = format.PageHeader{}
		text := bytes.NewReader(b[:n])
		if err = thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(text)).Decode(&header); err == nil {
			return header, int64(n - text.Len()), nil
		}
		if n < room {
			break
		}
	}
	return header, 0, fmt.Errorf("the header of a page cannot be read: %w", err)
}
