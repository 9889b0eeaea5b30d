package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// asks is what Neovim does: it waits for two mistakes, one of the text and one of the data, prints
// all, formats the file and writes it.
const asks = `
local function found(text)
  for _, d in ipairs(vim.diagnostic.get(0)) do
    if d.message:find(text, 1, true) then return true end
  end
end
vim.wait(60000, function() return found("Unknown attribute") and found("which the file does not have") end, 20)
local lines = {}
for _, d in ipairs(vim.diagnostic.get(0)) do
  table.insert(lines, string.format("%d:%d %s", d.lnum, d.col, (d.message:gsub("\n.*", ""))))
end
table.sort(lines)
vim.fn.writefile(lines, "found.txt")
if vim.lsp.buf.format then vim.lsp.buf.format() else vim.lsp.buf.formatting_sync(nil, 60000) end
vim.cmd("write")
vim.cmd("qall!")
`

func TestNeovim(t *testing.T) {
	t.Parallel()
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("nvim is missing")
	}
	d := newDir(t)
	d.write("table.csv", "я,class\n1,x\n2,y\n3,x\n4,y\n")
	d.write("e.hcl", "# я 🙂\ndataset \"d\" {\n  file = \"table.csv\"\n  target = \"clas\"\n}\n\nlearner \"logreg\" \"🙂\" { CC = 1 }\n")
	d.write("asks.lua", asks)
	config, err := filepath.Abs(repository + "/editors/neovim/bench.lua")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(nvim, "--headless", "-u", "NONE", "-c", "let g:bench_path='"+d.bench+"'", "-c", "luafile "+config,
		"-c", "edit e.hcl", "-c", "luafile asks.lua")
	c.Dir = d.path
	c.Env = append(os.Environ(), "TMPDIR="+d.file("tmp"), "HOME="+d.path, "XDG_STATE_HOME="+d.path, "XDG_CACHE_HOME="+d.path)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got, want := d.read("found.txt"), "3:11 Cannot use the dataset\n6:26 Unknown attribute \"CC\"\n"; got != want {
		t.Errorf("Neovim shows\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(d.read("e.hcl"), "  file   = \"table.csv\"\n  target = \"clas\"\n") {
		t.Errorf("the file is not formatted:\n%s", d.read("e.hcl"))
	}
}

// The extension of VS Code names files that exist and can be read.
func TestExtensionOfVSCode(t *testing.T) {
	t.Parallel()
	folder := repository + "/editors/vscode/"
	read := func(name string, into any) {
		t.Helper()
		b, err := os.ReadFile(folder + name)
		if err == nil {
			err = json.Unmarshal(b, into)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	var extension struct {
		Main        string
		Contributes struct {
			Languages     []struct{ ID, Configuration string }
			Grammars      []struct{ Language, Path, ScopeName string }
			Configuration struct{ Properties map[string]any }
		}
		Dependencies map[string]string
	}
	read("package.json", &extension)
	language, grammar := extension.Contributes.Languages[0], extension.Contributes.Grammars[0]
	var configuration map[string]any
	var words struct{ ScopeName string }
	read(language.Configuration, &configuration)
	read(grammar.Path, &words)
	if words.ScopeName != grammar.ScopeName || grammar.Language != language.ID {
		t.Errorf("the grammar is of %s, and %s is asked for", words.ScopeName, grammar.ScopeName)
	}
	code, err := os.ReadFile(folder + extension.Main)
	if err != nil {
		t.Fatal(err)
	}
	for name := range extension.Contributes.Configuration.Properties {
		contains(t, extension.Main, string(code), `settings.get("`+strings.TrimPrefix(name, "bench.")+`")`)
	}
	for name := range extension.Dependencies {
		contains(t, extension.Main, string(code), `require("`+name)
	}
	if node, err := exec.LookPath("node"); err == nil {
		if out, err := exec.Command(node, "--check", folder+extension.Main).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", extension.Main, out)
		}
	}
}
