"""Tables of results as HTML for notebooks, made from their Markdown. Nothing of a file is taken as HTML."""

from __future__ import annotations

import html
import re
from itertools import groupby
from typing import Iterable, List

STYLE = """<style>
.bench-results table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.bench-results td, .bench-results th { padding: .15rem .6rem; text-align: right; white-space: nowrap; }
.bench-results tr > :first-child { text-align: left; }
.bench-results div { overflow-x: auto; }
</style>"""

INLINE = re.compile(r"\\(.)|(\*\*)|(</?ins>)|(.)", re.S)
KINDS = (("#", "heading"), ("| ", "table"), ("|:", "table"), ("- ", "list"))


def page(parts: Iterable[str]) -> str:
    """Pieces of HTML with the style of tables."""
    return "\n".join([STYLE, '<div class="bench-results tex2jax_ignore mathjax_ignore">', *parts, "</div>"])


def markdown(text: str) -> str:
    """The HTML of a table file: titles, tables, remarks."""
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(block(kind, list(group)) for kind, group in groupby(lines, kind_of))


def kind_of(line: str) -> str:
    """What a line is part of."""
    return next((kind for start, kind in KINDS if line.startswith(start)), "paragraph")


def block(kind: str, lines: List[str]) -> str:
    """The HTML of consecutive lines of a kind."""
    if kind == "heading":
        return "".join(f"<h4>{inline(line.lstrip('# '))}</h4>" for line in lines)
    if kind == "list":
        return "<ul>" + "".join(f"<li>{inline(line[2:])}</li>" for line in lines) + "</ul>"
    if kind == "paragraph":
        return "".join(f"<p>{inline(line)}</p>" for line in lines)
    rows = [row(line, "th" if at == 0 else "td") for at, line in enumerate(lines) if not line.startswith("|:")]
    return f"<div><table><thead>{rows[0]}</thead><tbody>{''.join(rows[1:])}</tbody></table></div>" if rows else ""


def row(line: str, tag: str) -> str:
    """A row of a table. A | within a cell has a backslash before it."""
    cells = re.split(r"(?<!\\)\|", line.strip()[1:-1])
    return "<tr>" + "".join(f"<{tag}>{inline(cell.strip())}</{tag}>" for cell in cells) + "</tr>"


def inline(text: str) -> str:
    """Text with what is bold or underlined, and no other markup."""
    out, bold = [], False
    for escaped, stars, tag, other in INLINE.findall(text):
        if stars:
            bold = not bold
        out.append(("<b>" if bold else "</b>") if stars else tag or html.escape(escaped or other))
    return "".join(out)
