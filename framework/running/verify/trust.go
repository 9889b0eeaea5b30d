package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/host/own"
	"github.com/manyclass/bench/framework/results/capsule"
)

// digestPrefix begins digests as users read and write them.
const digestPrefix = "sha256:"

// ParseTrust reads what -trust says.
func ParseTrust(list []string) ([]string, error) {
	digests := lists.Map(list, func(word string) string { return strings.ToLower(strings.TrimPrefix(word, digestPrefix)) })
	for i, digest := range digests {
		if b, err := hex.DecodeString(digest); err != nil || len(b) != sha256.Size {
			return nil, fmt.Errorf("-trust %s: write the whole digest, sha256: and 64 digits, of a plugin, or that of a "+
				"capsule for all that is in it", list[i])
		}
	}
	return digests, nil
}

// trusted reports whether the user trusts something with a digest, or the whole capsule.
func (v *verifier) trusted(digest string) bool {
	return slices.Contains(v.Trust, digest) || slices.Contains(v.Trust, v.Capsule.Digest)
}

// trustOf is the digest that a user trusts a plugin by: that of its package and, where the experiment file says how it
// is started, of that too.
func trustOf(p capsule.Plugin) string {
	if len(p.Env) == 0 && len(p.PassEnv) == 0 && p.Interpreter == "" {
		return p.SHA256
	}
	text, _ := json.Marshal([]any{p.SHA256, p.Settings}) // of texts alone
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// asks is what a plugin and the code that it loads need to be trusted, nil if the cells of it may run.
func (v *verifier) asks(p capsule.Plugin) (digests []string) {
	needed := []string{}
	if !v.isOwn(p) {
		needed = append(needed, trustOf(p))
		for _, c := range v.Capsule.Code {
			needed = append(needed, c.SHA256)
		}
	}
	return lists.Filter(needed, func(digest string) bool { return !v.trusted(digest) })
}

// isOwn reports whether this program holds the plugin, and starts it as it always does.
func (v *verifier) isOwn(p capsule.Plugin) bool {
	return host.Holds(p.Name) && p.Folder == "" && trustOf(p) == p.SHA256
}

// may tells which plugins beside bench may be started: its own, and those of a trusted name.
func (v *verifier) may(pkg host.Package) bool {
	return pkg.Own() || slices.ContainsFunc(v.Capsule.Plugins, func(p capsule.Plugin) bool {
		return p.Name == pkg.Name && p.Source == "" && !v.isOwn(p) && len(v.asks(p)) == 0
	})
}

// placePlugins puts the plugins that the experiment file requires where it names them: trusted ones that were packed,
// and those that are part of bench.
func (v *verifier) placePlugins() error {
	for _, p := range v.Capsule.Plugins {
		if p.Source == "" || len(v.asks(p)) > 0 {
			continue
		}
		at := ""
		if p.Folder != "" {
			at = filepath.Join(v.Capsule.Path(p.Folder), p.Base)
			pkg, err := host.OpenPackage(p.Name, at)
			if err != nil || pkg.Digest != p.SHA256 {
				v.report.Flaws = append(v.report.Flaws, capsule.Flaw{Member: p.Folder,
					What: fmt.Sprintf("is not the plugin %s: SHA-256 %.12s…, not %.12s…", p.Name, pkg.Digest, p.SHA256)})
				continue
			}
		} else if host.Holds(p.Name) {
			program, err := own.Program()
			if err != nil {
				return err
			}
			at = filepath.Join(v.scratch.Path, "own", p.Name)
			if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
				return err
			}
			if err := os.Symlink(program, at); err != nil && !os.IsExist(err) {
				return err
			}
		}
		if at != "" {
			v.moved[absolute(p.Source)] = at
		}
	}
	return v.placeCode()
}

// placeCode looks whether packed code is what its digest says. It is loaded by trusted plugins only.
func (v *verifier) placeCode() error {
	for _, c := range v.Capsule.Code {
		if !v.trusted(c.SHA256) {
			continue
		}
		code, err := host.OpenCode(filepath.Join(v.Capsule.Path(capsule.CodeFolder), filepath.FromSlash(c.Path)))
		if err != nil || code.Digest != c.SHA256 {
			v.report.Flaws = append(v.report.Flaws, capsule.Flaw{Member: capsule.CodeFolder + "/" + c.Path,
				What: fmt.Sprintf("has the SHA-256 %.12s…, not %.12s…", code.Digest, c.SHA256)})
		}
	}
	return nil
}

// barred says why the cells of a plugin are not run, or nothing.
func (v *verifier) barred(o service.Origin) string {
	i := slices.IndexFunc(v.Capsule.Plugins, func(p capsule.Plugin) bool { return p.SHA256 == o.SHA256 })
	if i < 0 {
		return fmt.Sprintf("plugin %s is not named by the capsule", o.Name)
	}
	p := v.Capsule.Plugins[i]
	if ask := v.asks(p); len(ask) > 0 {
		flags := lists.Map(ask, func(digest string) string { return "-trust " + digestPrefix + digest })
		return fmt.Sprintf("plugin %s is not part of bench: %s runs it", p.Name, strings.Join(flags, " "))
	}
	if p.Source != "" && v.moved[absolute(p.Source)] == "" {
		return fmt.Sprintf("plugin %s sha256:%s is not in the capsule: %s", p.Name, p.SHA256, p.Why)
	}
	return ""
}
