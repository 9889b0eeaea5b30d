package e2e

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// A run that is killed and goes on while its page is shown leaves the files of one that
// nobody looked at, and ends with the page that it writes itself.
func TestServed(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("slow.hcl", slow)
	run := func(out string) []string { return []string{"run", "slow.hcl", "-workers", "2", "-out", out} }
	d.must(0, run("alone")...)
	server := d.start("report", "-serve", "127.0.0.1:0", "shown")
	if !eventually(limit, func() bool { return strings.HasSuffix(server.stdout.String(), "\n") }) {
		t.Fatalf("no address: %s", server.stderr.String())
	}
	printed := strings.TrimSpace(server.stdout.String())
	url, _, _ := strings.Cut(printed, "?token=")
	if answer, err := http.Get(url); err != nil || answer.StatusCode != http.StatusForbidden {
		t.Errorf("without the token of %s: %v, %v", printed, answer, err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	reader := &http.Client{Jar: jar}
	get(t, reader, printed)
	live := listen(t, reader, url)
	live("There is no run yet")
	killed := d.start(run("shown")...)
	d.until("shown", "result", 3)
	_ = killed.cmd.Process.Signal(syscall.SIGKILL)
	killed.wait()
	live("running")
	d.must(0, run("shown")...)
	live("finished")
	_, got, _ := strings.Cut(get(t, reader, url), "</aside>\n")
	_, want, _ := strings.Cut(d.read("shown/report.html"), "<body>\n")
	if got != want {
		t.Errorf("the body of the page has %d bytes, that of the report %d, and they differ", len(got), len(want))
	}
	if err := server.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if o := server.wait(); o.status != 0 {
		t.Errorf("Ctrl-C ends the server with status %d\n%s", o.status, o.stderr)
	}
	same(t, "shown", d.promised("shown"), d.promised("alone"))
	if got, want := d.names("shown"), d.names("alone"); !slices.Equal(got, want) {
		t.Errorf("the folder that was shown holds %q, the other %q", got, want)
	}
}

// names are the names of the files in a folder of the directory.
func (d *dir) names(folder string) []string {
	d.t.Helper()
	entries, err := os.ReadDir(d.file(folder))
	if err != nil {
		d.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func get(t *testing.T, reader *http.Client, url string) string {
	t.Helper()
	answer, err := reader.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// listen hears what an open page is told. The function that it returns waits for some
// words.
func listen(t *testing.T, reader *http.Client, url string) (until func(words string)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, "GET", url+"events", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := reader.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	lines := bufio.NewReader(answer.Body)
	return func(words string) {
		t.Helper()
		for {
			line, err := lines.ReadString('\n')
			if strings.Contains(line, words) {
				return
			}
			if err != nil {
				t.Fatalf("before %q: %v", words, err)
			}
		}
	}
}

// Only this machine is served, unless it is said that others may.
func TestServedElsewhere(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for _, test := range []struct {
		args []string
		says string
	}{
		{[]string{"report", "-serve", "0.0.0.0:0", "results"}, "-expose"},
		{[]string{"report", "-serve", "results", "results"}, "an address is a host and a port"},
		{[]string{"report", "-serve"}, "DIR is missing"},
		{[]string{"report", "-expose", "results"}, "-expose is for -serve"},
	} {
		if o := d.must(2, test.args...); !strings.Contains(o.stderr, test.says) {
			t.Errorf("%q: %s", test.args, o.stderr)
		}
	}
	server := d.start("report", "-serve", "0.0.0.0:0", "-expose", "results")
	said := func() bool {
		return strings.Contains(server.stderr.String(), "anyone who has or overhears the printed address")
	}
	if !eventually(limit, said) {
		t.Errorf("no warning: %s", server.stderr.String())
	}
	_ = server.cmd.Process.Signal(os.Interrupt)
	server.wait()
}
