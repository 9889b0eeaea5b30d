package server

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// Rows are those of the set that all sources have: three classes in a plane, 60 rows.
func Rows() [][]string {
	var rows [][]string
	for i := range 60 {
		class := i % 3
		x := float64(class)*0.6 + float64(i*7%11)/10
		y := float64(class%2)*0.7 + float64(i*5%13)/10
		rows = append(rows, []string{fmt.Sprint(1000 + i), fmt.Sprintf("%.1f", x), fmt.Sprintf("%.1f", y),
			"note " + fmt.Sprint(i%4), []string{"red", "green wood", "blue"}[class]})
	}
	return rows
}

// Names are the columns of Rows: a row identifier, two features, a remark that is to be ignored, and the class.
var Names = []string{"id", "x", "y", "remark", "class"}

// csv is the set as CSV.
func csv() []byte {
	out := strings.Join(Names, ",") + "\n"
	for _, row := range Rows() {
		out += strings.Join(row, ",") + "\n"
	}
	return []byte(out)
}

// File is a file of the server by its name, nil if there is none.
func File(name string) []byte {
	switch name {
	case "blobs.csv":
		return csv()
	case "blobs.csv.gz":
		return zipped(csv())
	case "blobs.zip":
		return zipArchive("readme.txt", "read me\n", "in/blobs.csv", string(csv()))
	case "blobs.tar.gz":
		return zipped(tarArchive(tarFile("in/blobs.csv", csv())))
	case "parts.zip":
		lines := strings.SplitAfter(string(csv()), "\n")
		return zipArchive("in/b.csv", lines[0]+strings.Join(lines[31:], ""), "in/a.csv", strings.Join(lines[:31], ""),
			"in/whole.csv", string(csv()), "readme.txt", "read me\n")
	case "outside.zip":
		return zipArchive("../blobs.csv", string(csv()))
	case "outside.tar":
		return tarArchive(tarFile("/tmp/blobs.csv", csv()))
	case "link.tar":
		return tarArchive(member{tar.Header{Name: "blobs.csv", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, nil})
	case "device.tar":
		return tarArchive(member{tar.Header{Name: "blobs.csv", Typeflag: tar.TypeChar}, nil})
	case "setuid.tar":
		h := tarFile("blobs.csv", nil)
		h.Mode = 0o4755
		return tarArchive(h)
	case "bomb.zip":
		return zipArchive("blobs.csv", strings.Repeat("1,2,3\n", 60<<20/2))
	}
	return nil
}

func zipped(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(b)
	z.Close()
	return out.Bytes()
}

func unzipped(b []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return b
	}
	out, _ := io.ReadAll(z)
	return out
}

// zipArchive has files of these names and contents.
func zipArchive(files ...string) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		w, _ := z.Create(files[i])
		_, _ = io.WriteString(w, files[i+1])
	}
	z.Close()
	return out.Bytes()
}

// Executables is a .tar.gz archive of executable files of these names and contents.
func Executables(files ...string) []byte {
	var members []member
	for i := 0; i < len(files); i += 2 {
		m := tarFile(files[i], []byte(files[i+1]))
		m.Mode = 0o755
		members = append(members, m)
	}
	return zipped(tarArchive(members...))
}

// member is a file of a .tar archive.
type member struct {
	tar.Header
	content []byte
}

func tarFile(name string, content []byte) member {
	return member{tar.Header{Name: name, Mode: 0o644, Size: int64(len(content)), Typeflag: tar.TypeReg}, content}
}

func tarArchive(members ...member) []byte {
	var out bytes.Buffer
	t := tar.NewWriter(&out)
	for _, m := range members {
		_ = t.WriteHeader(&m.Header)
		_, _ = t.Write(m.content)
	}
	t.Close()
	return out.Bytes()
}

func digest(b []byte) string {
	sum := md5.Sum(b)
	return hex.EncodeToString(sum[:])
}
