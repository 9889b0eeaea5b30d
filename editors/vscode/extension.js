// Starts bench lsp for experiment files; everything else is told by the server.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const settings = workspace.getConfiguration("bench");
  const server = { command: settings.get("path"), args: ["lsp", ...settings.get("arguments")] };
  const documents = [
    { language: "hcl", scheme: "file", pattern: settings.get("files") },
    { language: "hcl", scheme: "untitled" },
  ];
  client = new LanguageClient("bench", "bench", server, { documentSelector: documents });
  return client.start();
}

function deactivate() {
  return client && client.stop();
}

module.exports = { activate, deactivate };
