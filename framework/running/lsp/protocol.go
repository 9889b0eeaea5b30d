package lsp

import (
	"github.com/manyclass/bench/framework/base/lines"
)

// These are the messages of the Language Server Protocol, version 3.17, with the fields that
// bench uses: https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification

// Codes of errors.
const (
	codeNotInitialized = -32002
	codeInvalidRequest = -32600
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeFailed         = -32803 // a request that is right, and cannot be done
)

// documentParams are the parameters of requests on a document.
type documentParams struct {
	TextDocument named `json:"textDocument"`
}

// named names a document.
type named struct {
	URI string `json:"uri"`
}

// positionParams are those of requests on a place in a document.
type positionParams struct {
	documentParams
	Position lines.Position `json:"position"`
}

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

type codeActionParams struct {
	documentParams
	Context struct {
		Diagnostics []diagnosed `json:"diagnostics"`
	} `json:"context"`
}

type openParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

// changeParams hold the whole text, as the server asks for it.
type changeParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Range *lines.Range `json:"range"`
		Text  string       `json:"text"`
	} `json:"contentChanges"`
}

type publishParams struct {
	URI         string      `json:"uri"`
	Version     int         `json:"version"`
	Diagnostics []diagnosed `json:"diagnostics"`
}

// diagnosed is a diagnostic.
type diagnosed struct {
	Range    lines.Range `json:"range"`
	Severity int         `json:"severity"`
	Code     string      `json:"code,omitempty"` // such as F007, which bench explain and docs/diagnostics explain
	Source   string      `json:"source"`
	Message  string      `json:"message"`
}

// sourceName is what diagnostics say they come from.
const sourceName = "bench"

// Severities of diagnostics.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3
)

type textEdit struct {
	Range   lines.Range `json:"range"`
	NewText string      `json:"newText"`
}

type completionItem struct {
	Label         string   `json:"label"`
	Kind          int      `json:"kind"`
	Detail        string   `json:"detail,omitempty"`
	Documentation *markup  `json:"documentation,omitempty"`
	TextEdit      textEdit `json:"textEdit"`
}

// markup is text in Markdown.
type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type hovered struct {
	Contents markup      `json:"contents"`
	Range    lines.Range `json:"range"`
}

type location struct {
	URI   string      `json:"uri"`
	Range lines.Range `json:"range"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnosed   `json:"diagnostics"`
	Edit        workspaceEdit `json:"edit"`
}

type codeLens struct {
	Range   lines.Range `json:"range"`
	Command command     `json:"command"`
}

// command is a title that does nothing.
type command struct {
	Title   string `json:"title"`
	Command string `json:"command"`
}

// initialized is the answer to initialize.
type initialized struct {
	Capabilities capabilities `json:"capabilities"`
	ServerInfo   struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	} `json:"serverInfo"`
}

type capabilities struct {
	PositionEncoding   string            `json:"positionEncoding"`
	TextDocumentSync   syncOptions       `json:"textDocumentSync"`
	DocumentFormatting bool              `json:"documentFormattingProvider"`
	Completion         completionOptions `json:"completionProvider"`
	Hover              bool              `json:"hoverProvider"`
	Definition         bool              `json:"definitionProvider"`
	Rename             renameOptions     `json:"renameProvider"`
	CodeAction         bool              `json:"codeActionProvider"`
	CodeLens           struct{}          `json:"codeLensProvider"`
}

type completionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

type renameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

type syncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"` // 1: the whole text
	Save      bool `json:"save"`
}

// initializeParams are what bench asks of a client.
type initializeParams struct {
	Capabilities struct {
		Workspace struct {
			CodeLens struct {
				RefreshSupport bool `json:"refreshSupport"`
			} `json:"codeLens"`
		} `json:"workspace"`
	} `json:"capabilities"`
}
