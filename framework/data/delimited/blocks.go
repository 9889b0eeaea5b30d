package delimited

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"
	"slices"

	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/textfile"
)

// Sizes of a block, in bytes: as it is read, and of the largest one that is looked
// through for the end of a record.
const (
	blockBytes   = 1 << 17
	largestBlock = 1 << 23
)

// blocks parts a text block by block into rows of the expected width. A block lies
// in a batch as it lies in the file, and eight bytes of it are looked at at a time.
// What the rows are is said by [records]: that reads where delimiters are longer,
// a record where quotes are otherwise than around whole fields, and all that
// follows the first record with a defect.
type blocks struct {
	stream    *textfile.Stream
	delimiter byte
	width     int
	size      int // of a block
	line      int // that was read last
	rest      []byte
	err       error // of the stream
}

// canPart reports whether fields end at a delimiter that blocks knows.
func canPart(delimiter string) bool {
	return len(delimiter) == 1 && delimiter[0] < 0x80 && delimiter != "\"" && delimiter != "\r" && delimiter != "\n"
}

// feed hands rows over, up to a record that it does not read or the last line. It
// leaves the stream there and returns nil.
func (r *blocks) feed(to *reader.Feeder) error {
	for {
		b := to.Filling
		r.read(b)
		filled, end := len(b.Text), wholeRecords(b.Text)
		if end == 0 && r.err == nil && r.size < largestBlock {
			r.rest = append(r.rest[:0], b.Text...)
			r.size *= 2
			continue
		}
		b.Text = append(b.Text, "\n\n\n\n\n\n\n\n"...) // to load the last bytes eight at a time
		at := 0
		if !r.isForeign(b.Text[:end]) {
			at = r.part(b, end, to.Room())
		}
		r.rest = append(r.rest[:0], b.Text[at:filled]...)
		if err := to.Block(at); err != nil {
			return err
		}
		if at < end || end == 0 || r.err != nil {
			r.stream.Unread(r.rest, r.line)
			return nil
		}
	}
}

// read fills a batch with the text of a block, the first of which was left by the
// one before.
func (r *blocks) read(b *collect.Batch) {
	b.Clear()
	b.Text = slices.Grow(b.Text, r.size+8)
	b.Text = append(b.Text, r.rest...)
	for r.err == nil && len(b.Text) < r.size {
		var n int
		n, r.err = r.stream.Text.Read(b.Text[len(b.Text):r.size])
		b.Text = b.Text[:len(b.Text)+n]
	}
}

// wholeRecords is the length of the records of a text that end with a line.
func wholeRecords(text []byte) int {
	end := bytes.LastIndexByte(text, '\n') + 1
	for odd := bytes.Count(text[:end], []byte{'"'})%2 == 1; odd; {
		line := bytes.LastIndexByte(text[:end-1], '\n') + 1
		odd = bytes.Count(text[line:end], []byte{'"'})%2 == 0
		end = line
	}
	return end
}

// isForeign reports whether the stream refuses a line of the text.
func (r *blocks) isForeign(text []byte) bool {
	return bytes.IndexByte(text, 0) >= 0 || r.stream.Encoding != "" && bytes.Contains(text, []byte("\ufffd"))
}

// part parts the records of a batch's text[:end], as many as are wanted. It returns
// where the first record begins that it did not take.
func (r *blocks) part(b *collect.Batch, end, most int) (at int) {
	quotes := bytes.IndexByte(b.Text[:end], '"') >= 0
	for at < end && len(b.Lines) < most {
		before := b.Mark()
		lines, next := 1, at+bytes.IndexByte(b.Text[at:end], '\n')+1
		ok := r.fields(b, at, next-1, quotes)
		if !ok {
			b.Cut(before)
			lines, next = record(b.Text, at)
			ok = r.one(b, at, next)
		}
		width, first := (len(b.Bounds)-before.Bounds)/2, b.Bounds[before.Bounds:]
		switch {
		case ok && (width == 0 || width == 1 && first[0] == first[1]):
			b.Cut(before)
		case ok && width == r.width:
			b.Lines = append(b.Lines, r.line+1)
		default:
			b.Cut(before)
			return at
		}
		r.line += lines
		at = next
	}
	return at
}

// record counts the lines of the record that begins at a byte, and returns its end.
func record(text []byte, at int) (lines, end int) {
	end = at
	for odd := false; odd || lines == 0; lines++ {
		line := text[end : end+bytes.IndexByte(text[end:], '\n')+1]
		odd = odd != (bytes.Count(line, []byte{'"'})%2 == 1)
		end += len(line)
	}
	return lines, end
}

// one parts one record as [records] does.
func (r *blocks) one(b *collect.Batch, begin, end int) bool {
	at := r.stream.At
	at.Line = r.line
	text := &textfile.Stream{At: at, Text: bufio.NewReader(bytes.NewReader(b.Text[begin:end]))}
	one := records{stream: text, delimiter: string(r.delimiter)}
	_, _, err := one.next(b)
	return err == nil || err == io.EOF
}

// repeated is a byte eight times.
func repeated(c byte) uint64 { return uint64(c) * 0x0101010101010101 }

// fields parts the line text[begin:end] of a batch. It reports false if a quote
// stands otherwise than around a whole field.
func (r *blocks) fields(b *collect.Batch, begin, end int, quotes bool) bool {
	text := b.Text
	if end > begin && text[end-1] == '\r' {
		end--
	}
	delimiter, quote := repeated(r.delimiter), repeated('"')
	inside, quoted := false, false
	for at := begin; at < end; at += 8 {
		word := binary.LittleEndian.Uint64(text[at:])
		hits := notation.EqualBytes(word, delimiter)
		if quotes {
			hits |= notation.EqualBytes(word, quote)
		}
		if end-at < 8 {
			hits &= 1<<(8*(end-at)) - 1
		}
		for ; hits != 0; hits &= hits - 1 {
			i := at + bits.TrailingZeros64(hits)/8
			switch {
			case text[i] == '"':
				inside, quoted = !inside, true
				continue
			case inside:
				continue
			case quoted:
				if quoted = false; !unquote(b, begin, i) {
					return false
				}
			case begin < i && !isOdd(text[begin]) && !isOdd(text[i-1]):
				b.Bounds = append(b.Bounds, int32(begin), int32(i))
			default:
				b.Bounds = bound(b, begin, i)
			}
			begin = i + 1
		}
	}
	if quoted {
		return !inside && unquote(b, begin, end)
	}
	b.Bounds = bound(b, begin, end)
	return true
}

// unquote appends the bounds of a field in quotes. It reports false if they do not
// stand around all of it, or others inside are not doubled.
func unquote(b *collect.Batch, begin, end int) bool {
	if end-begin < 2 || b.Text[begin] != '"' || b.Text[end-1] != '"' {
		return false
	}
	begin, end = begin+1, end-1
	if bytes.IndexByte(b.Text[begin:end], '"') >= 0 {
		field := b.Text[begin:end]
		begin = len(b.Text)
		for len(field) > 0 {
			at := bytes.IndexByte(field, '"')
			if at < 0 {
				at = len(field) - 1
			} else if at+1 == len(field) || field[at+1] != '"' {
				return false
			}
			b.Text = append(b.Text, field[:at+1]...)
			field = field[min(at+2, len(field)):]
		}
		end = len(b.Text)
	}
	if len(bytes.TrimSpace(b.Text[begin:end])) == 0 {
		end = begin
	}
	b.Bounds = append(b.Bounds, int32(begin), int32(end))
	return true
}
