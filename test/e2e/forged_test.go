package e2e

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// forgery is a capsule that is changed.
type forgery struct {
	d        *dir
	names    []string // of its members in order
	files    map[string]string
	manifest map[string]any
}

// forge opens a capsule.
func (d *dir) forge(name string) *forgery {
	d.t.Helper()
	f := &forgery{d: d, files: map[string]string{}}
	packed, err := gzip.NewReader(strings.NewReader(d.read(name)))
	if err != nil {
		d.t.Fatal(err)
	}
	for members := tar.NewReader(packed); ; {
		h, err := members.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			d.t.Fatal(err)
		}
		b, err := io.ReadAll(members)
		if err != nil {
			d.t.Fatal(err)
		}
		f.names = append(f.names, h.Name)
		f.files[h.Name] = string(b)
	}
	if err := json.Unmarshal([]byte(f.files["capsule.json"]), &f.manifest); err != nil {
		d.t.Fatal(err)
	}
	return f
}

func hexOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// write writes the capsule, with digests that fit if the forger takes care of them.
func (f *forgery) write(name string, careful bool) {
	f.d.t.Helper()
	if careful {
		for _, m := range f.manifest["members"].([]any) {
			m := m.(map[string]any)
			text := f.files[m["name"].(string)]
			m["sha256"], m["bytes"] = hexOf(text), len(text)
		}
	}
	text, err := json.Marshal(f.manifest)
	if err != nil {
		f.d.t.Fatal(err)
	}
	f.files["capsule.json"] = string(text)
	var b bytes.Buffer
	packed := gzip.NewWriter(&b)
	members := tar.NewWriter(packed)
	for _, name := range f.names {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(f.files[name])), Mode: 0o755}
		err = errors.Join(err, members.WriteHeader(h))
		_, wrong := members.Write([]byte(f.files[name]))
		err = errors.Join(err, wrong)
	}
	if err := errors.Join(err, members.Close(), packed.Close()); err != nil {
		f.d.t.Fatal(err)
	}
	f.d.write(name, b.String())
}

// find is the name of the member that ends in a text, the last of several.
func (f *forgery) find(end string) string {
	f.d.t.Helper()
	for _, name := range slices.Backward(f.names) {
		if strings.HasSuffix(name, end) {
			return name
		}
	}
	f.d.t.Fatalf("no member ends in %s: %q", end, f.names)
	return ""
}

// A member that was changed, removed or added is found before anything runs.
func TestForgedMembers(t *testing.T) {
	t.Parallel()
	d := capsuled(t, must.Replace(fromFile, `experiment "small" {}`, `experiment "small" { keep_scores = true }`))
	for _, end := range []string{".jsonl", ".predictions", "scores.csv", "tables/accuracy.tex", "e.hcl", "manifest.json"} {
		f := d.forge("all.tar.gz")
		name := f.find(end)
		b := []byte(f.files[name])
		b[len(b)/2] ^= 1
		f.files[name] = string(b)
		f.write("forged.tar.gz", false)
		o := d.must(1, "verify", "forged.tar.gz")
		contains(t, "stdout", strings.Join(strings.Fields(o.stdout), " "), "files: "+name+" has the SHA-256 ", "NOT VERIFIED: 1 file not as written. No cell was run.")
	}
	f := d.forge("all.tar.gz")
	data := f.find(hexOf(threeKinds()))
	f.files[data] = must.Replace(threeKinds(), "0.10", "0.11")
	f.write("forged.tar.gz", false)
	contains(t, "stdout", d.must(1, "verify", "forged.tar.gz").stdout, "files: "+data)
	f.write("forged.tar.gz", true) // the digest of the member is adapted, and that of the data is not
	contains(t, "stdout", strings.Join(strings.Fields(d.must(1, "verify", "forged.tar.gz").stdout), " "),
		data+" has other bytes than the data")

	f = d.forge("all.tar.gz")
	f.names = append(slices.DeleteFunc(f.names, func(n string) bool { return n == "results/summary.csv" }), "results/more")
	f.write("forged.tar.gz", false)
	contains(t, "stdout", d.must(1, "verify", "forged.tar.gz").stdout, "results/summary.csv is missing",
		"results/more is not among the members", "2 files not as written")
}

// tamper changes something that a record of a kind names in the journals of a results folder, with all digests and
// checksums. Change changes the bytes of a blob, and reports whether it did.
func (d *dir) tamper(results, kind, blob string, change func(bytes []byte) bool) {
	d.t.Helper()
	journals, err := filepath.Glob(d.file(results + "/journal/*.jsonl"))
	if err != nil {
		d.t.Fatal(err)
	}
	for _, path := range journals {
		name := filepath.Join(results, "journal", filepath.Base(path))
		lines := strings.Split(d.read(name), "\n")
		for i, line := range lines {
			_, body, _ := strings.Cut(line, " ")
			var record map[string]any
			if json.Unmarshal([]byte(body), &record) != nil || record["kind"] != kind {
				continue
			}
			where := record[kind].(map[string]any)[blob].(map[string]any)
			file := results + "/journal/" + where["file"].(string)
			all := []byte(d.read(file))
			offset, length := int(where["offset"].(float64)), int(where["length"].(float64))
			if bytes := all[offset : offset+length]; change(bytes) {
				d.write(file, string(all))
				body = must.Replace(body, where["sha256"].(string), hexOf(string(bytes)))
				lines[i] = fmt.Sprintf("%08x %s", crc32.Checksum([]byte(body), crc32.MakeTable(crc32.Castagnoli)), body)
				d.write(name, strings.Join(lines, "\n"))
				return
			}
		}
	}
	d.t.Fatal("nothing was changed")
}

// improve makes the first wrong prediction of a cell right.
func improve(predictions []byte) bool {
	rows := int(predictions[0]) | int(predictions[1])<<8
	truth := 12 + 8*rows // after the header and the ids of rows
	for row := range rows {
		if was, is := truth+4*row, truth+4*(rows+row); predictions[was] != predictions[is] {
			predictions[is] = predictions[was]
			return true
		}
	}
	return false
}

// A forger who adapts every digest and makes the tables again is found by the cells.
func TestForgedResults(t *testing.T) {
	t.Parallel()
	overlapping := threeKinds() + "4.00,1,a,train\n4.10,2,a,train\n0.00,2,c,train\n2.00,1,c,train\n"
	d := newDir(t)
	d.write("in/rows.csv", overlapping)
	d.write("e.hcl", fromFile)
	d.must(0, "run", "e.hcl", "-out", "r")
	scores := d.read("r/scores.csv")
	d.tamper("r", "result", "predictions", improve)
	d.must(0, "report", "r")
	if d.read("r/scores.csv") == scores {
		t.Fatal("the forged prediction changes no score")
	}
	d.must(0, "pack", "r", "-data", "all", "-out", "forged.tar.gz")
	for _, what := range []string{"forged.tar.gz", "r"} {
		o := d.must(1, "verify", what)
		words := strings.Join(strings.Fields(o.stdout), " ")
		contains(t, "stdout", words, "1 DIFFERENT", "DIFFERENT: 1 of", "nothing that bench knows explains it",
			"NOT VERIFIED: 11 cells equal, 1 different.")
	}
}

// Tables that are not those of the journals are found, whatever digests they have, and so are other data, cells that are
// left out, and cached scores.
func TestForgedTablesAndData(t *testing.T) {
	t.Parallel()
	d := capsuled(t, must.Replace(fromFile, `experiment "small" {}`, `experiment "small" { keep_scores = true }`))
	for _, build := range []string{"", `"version": "0.0.1"`} { // of another bench the numbers are compared
		for _, table := range []string{"results/scores.csv", "results/summary.csv", "results/tables/accuracy.md"} {
			f := d.forge("all.tar.gz")
			old := f.files[table]
			last := strings.LastIndexAny(old, "123456789")
			forged := old[:last] + string(old[last]^1) + old[last+1:]
			f.files[table] = forged
			m := must.Replace(f.files["results/manifest.json"], hexOf(old), hexOf(forged))
			if build != "" {
				at := strings.Index(m, `"version": "`)
				m = m[:at] + build + m[at+len(`"version": "`)+strings.Index(m[at+len(`"version": "`):], `"`)+1:]
			}
			f.files["results/manifest.json"] = m
			f.write("forged.tar.gz", true)
			o := d.must(1, "verify", "forged.tar.gz")
			contains(t, table+" "+build, strings.Join(strings.Fields(o.stdout), " "),
				strings.TrimPrefix(table, "results/")+": DIFFERENT: ", "NOT VERIFIED: 12 cells equal.")
		}
	}
	d.tamper("r", "scores", "blob", func(b []byte) bool { b[len(b)-8] ^= 1; return true }) // the last bit of a score
	d.must(0, "pack", "r", "-data", "all", "-out", "scores.tar.gz")
	contains(t, "stdout", d.must(1, "verify", "scores.tar.gz").stdout, "DIFFERENT: the cached scores of the model ")

	f := d.forge("all.tar.gz")
	other := must.Replace(threeKinds(), "0.10", "1.90")
	f.files["data/"+hexOf(threeKinds())] = other
	f.manifest["data"].([]any)[0].(map[string]any)["sha256"] = hexOf(other)
	f.write("forged.tar.gz", true)
	contains(t, "stdout", strings.Join(strings.Fields(d.must(1, "verify", "forged.tar.gz").stdout), " "), "DIFFERENT",
		"dataset rows: content ")
}

// A capsule holds the seal of its experiment, and a seal that was changed is found, whatever digests it has.
func TestForgedSeal(t *testing.T) {
	t.Parallel()
	d := sealedDir(t, true)
	d.must(0, "run", "s.hcl", "-out", "r")
	d.must(0, "pack", "r", "-data", "all", "-out", "s.tar.gz")
	d.must(0, "verify", "s.tar.gz")
	const name = "results/experiment/s.hcl.seal"
	own := d.forge("s.tar.gz").files[name]
	if own != d.read("s.hcl.seal") {
		t.Fatalf("the capsule does not hold the seal: %q", own)
	}
	altered := must.Replace(own, `"experiment": "s"`, `"experiment": "S"`)
	d.write("other.hcl", must.Replace(sealedFile, "folds = 3", "folds = 2"))
	d.must(0, "seal", "other.hcl")
	for member, forged := range map[string]string{name: altered, "results/journal/seal-": altered} {
		f := d.forge("s.tar.gz")
		for at := range f.files {
			if strings.HasPrefix(at, member) {
				f.files[at] = forged
			}
		}
		f.write("forged.tar.gz", true)
		contains(t, member, strings.Join(strings.Fields(d.must(1, "verify", "forged.tar.gz").stdout), " "),
			"is not the seal that the run saw: ", "its digest is not that of its content", "No cell was run")
	}
	f := d.forge("s.tar.gz")
	f.files[name] = d.read("other.hcl.seal")
	f.write("forged.tar.gz", true)
	contains(t, "another seal", strings.Join(strings.Fields(d.must(1, "verify", "forged.tar.gz").stdout), " "),
		"experiment/s.hcl.seal is not the seal that the run saw: its digest is ")
}
