"""Builds the documents of the repository as a site: sphinx-build -c docs/site . bin/site

The pages stay plain Markdown. Here they get an order, links to files of the repository lead to the forge, and the list
of experiments becomes a gallery: each question with the first picture of its page.
"""
import html
import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FORGE = "https://github.com/manyclass/bench"

project = "bench"
html_title = "bench"
copyright = "the authors of bench, MPL-2.0"
extensions = ["myst_parser"]
root_doc = "docs/README"
include_patterns = ["docs/**.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "results/README.md", "experiments/data/README.md"]
exclude_patterns = ["docs/gen", "docs/site"]
myst_heading_anchors = 6
myst_enable_extensions = ["tasklist"]
html_theme = "furo"
html_static_path = ["style.css"]
html_extra_path = ["index.html"]
html_css_files = ["style.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"source_repository": FORGE, "source_branch": "main", "top_of_page_buttons": []}
html_last_updated_fmt = None
pygments_style = "tango"
pygments_dark_style = "github-dark"
suppress_warnings = ["misc.highlighting_failure"]

# The four kinds of pages, in the order of the sidebar.
KINDS = {
    "Tutorial": ["/README", "tutorial"],
    "How-to": ["install", "own-data", "editors", "comparing", "from-weka", "from-scikit-learn", "from-mlr3", "from-matlab", "watching", "continuing", "sealing", "verify", "publishing", "notebooks", "data", "named-plugins", "packs", "cached_scores", "cluster", "plugin-guide", "plugins/go", "plugins/python",
               "plugins/java", "plugins/r", "plugins/other", "sharing-plugins", "/CONTRIBUTING", "successor"],
    "Reference": ["experiment-file/README", "decoders", "commands", "significance", "report", "/results/README", "result-columns", "events", "diagnostics/README", "data-sources", "cluster-reference", "reliability",
                  "doctor", "plugin-reference", "plugin-index", "plugins/python-reference", "plugins/java-reference",
                  "plugins/r-reference", "plugins/json-lines", "protocol", "glossary",
                  "/experiments/data/README", "/CHANGELOG"],
    "Explanation": ["choosing", "hierarchies", "performance", "significance-checks", "multilabel-checks", "reliability-tests", "comparison", "alternatives", "architecture", "decisions/README"],
    "Gallery": ["experiments/README"],
}
# Pages that list others.
BELOW = {
    "docs/experiment-file/README": ["experiment", "bench", "dataset", "encoder", "learner", "reduction", "validation",
                                    "metric", "table", "comparison", "curve", "executor", "attributes"],
    "docs/experiments/README": None,
    "docs/decisions/README": None,
    "docs/diagnostics/README": None,
}

COMMENT = re.compile(r"<!--.*?-->\n?", re.S)
FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
LINK = re.compile(r"(?<!!)(\[[^\]]*\]\()([^)#\s]+)((?:#[^)\s]*)?\))")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]+\.svg)\)")
EXPERIMENT = re.compile(r"(?:^\| \[\w+\]\(\w+\.md\) \| .* \|\n)+", re.M)
ROW = re.compile(r"^\| \[(\w+)\]\(\w+\.md\) \| (.*) \|$", re.M)


def setup(app):
    app.connect("source-read", read)


def read(app, name, source):
    """Changes the Markdown of a page on its way into the site."""
    text = COMMENT.sub("", source[0])
    if name == "docs/experiments/README":
        text = re.sub(r"\| experiment \| question \|\n\|:--\|:--\|\n", "", text)
        text = EXPERIMENT.sub(lambda m: gallery(ROW.findall(m[0])), text)
    text = outside_code(text, lambda line: LINK.sub(lambda m: m[1] + target(m[2], name) + m[3], line))
    source[0] = text + contents(name)


def outside_code(text, change):
    out, fence = [], None
    for line in text.split("\n"):
        mark = FENCE.match(line)
        if mark and fence is None:
            fence = mark[1]
        elif mark and line.strip() == fence:
            fence = None
        elif fence is None:
            line = change(line)
        out.append(line)
    return "\n".join(out)


def target(link, name):
    """Leads links to what is not a page of the site to the forge."""
    if "://" in link or link.startswith("mailto:"):
        return link
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
    page = path.endswith(".md") and (path.startswith("docs/") or path in include_patterns)
    return link if page else f"{FORGE}/blob/main/{path}"


def contents(name):
    """The table of contents that a page has for the sidebar."""
    if name == root_doc:
        return "".join(toctree(pages, kind) for kind, pages in KINDS.items())
    if name not in BELOW:
        return ""
    folder = ROOT / posixpath.dirname(name)
    return toctree(BELOW[name] or sorted(p.stem for p in folder.glob("*.md") if p.stem != "README"))


def toctree(pages, caption=""):
    head = "\n\n```{toctree}\n:hidden:\n" + (f":caption: {caption}\n" if caption else "")
    return head + "\n" + "\n".join(pages) + "\n```\n"


def gallery(rows):
    """The experiments of a table as cards with pictures."""
    cards = []
    for name, question in rows:
        picture = PICTURE.search((ROOT / "docs/experiments" / f"{name}.md").read_text(encoding="utf-8"))
        shown = f"![{html.escape(picture[1])}]({picture[2]})\n\n" if picture else ""
        cards.append(f'<div class="card">\n\n**[{name.replace("_", " ")}]({name}.md)**\n\n{shown}{question}\n\n</div>\n')
    return '<div class="gallery">\n\n' + "\n".join(cards) + "\n</div>\n"
