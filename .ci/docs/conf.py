"""What Sphinx makes of the pages that ``python .ci/docs`` collects; each language is a site of its own."""

import re
from pathlib import Path
from typing import Any

import sphinx.search
from sphinx.application import Sphinx
from sphinx.search import SearchLanguage

project = "Quatre Vents"
author = "Quatre Vents contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
suppress_warnings = ["misc.highlighting_failure"]  # blocks of keys, CSV and JSON lines have no colours

myst_heading_anchors = 6

html_theme = "furo"
templates_path = ["templates"]
html_static_path, html_css_files = ["static"], ["print.css"]
html_sidebars = {
    "**": [
        "sidebar/brand.html", "sidebar/search.html", "languages.html", "sidebar/scroll-start.html",
        "sidebar/navigation.html", "sidebar/scroll-end.html",
    ]
}  # fmt: skip
html_show_sphinx = False
html_domain_indices = False  # its one line is in the reference of data frames
html_show_copyright = False
html_copy_source = False
html_permalinks_icon = "#"
html_show_search_summary = False  # browsers do not load the pages of a folder to quote them
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {"color-brand-primary": "#2F5FB3", "color-brand-content": "#2F5FB3"},
    "dark_css_variables": {"color-brand-primary": "#8FB4F5", "color-brand-content": "#8FB4F5"},
}

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_preserve_defaults = True
# The types of pandas, and those that are on no page; the columns are listed by the page that introduces the frames.
nitpick_ignore_regex = [("py:class", ".*"), ("py:data", "COLUMNS")]

pygments_style, pygments_dark_style = "friendly", "github-dark"


class ChineseSearch(SearchLanguage):
    """Finds Chinese text by pairs of characters. Sphinx's own search needs jieba, which has no wheel."""

    lang = "zh"
    language_name = "Chinese"
    js_splitter_code = """
var splitQuery = function (query) {
  var found = query.match(/[a-z0-9_]+/gi) || [];
  (query.match(/[\\u4e00-\\u9fff]+/g) || []).forEach(function (run) {
    if (run.length === 1) found.push(run);
    for (var i = 0; i + 1 < run.length; i++) found.push(run.slice(i, i + 2));
  });
  return found;
}
"""

    def split(self, input: str) -> list[str]:
        """Latin words, and each character and each pair of neighbours in a run of Chinese ones."""
        found = re.findall(r"[a-zA-Z0-9_]+", input)
        for run in re.findall(r"[\u4e00-\u9fff]+", input):
            found += [*run, *(run[place : place + 2] for place in range(len(run) - 1))]
        return found

    def word_filter(self, word: str) -> bool:
        """Index every word: a single character is one."""
        return bool(word)


sphinx.search.languages["zh"] = ChineseSearch
sphinx.search.languages["zh_CN"] = ChineseSearch

LANGUAGES = {"en": "English", "fr": "Français", "zh": "中文"}


def setup(app: Sphinx) -> None:
    """Offer each page in the other languages, or the first page where a language does not have it."""

    def offer(app: Sphinx, name: str, _template: str, context: dict[str, Any], _tree: object) -> None:
        up, sources = "../" * (name.count("/") + 1), Path(app.srcdir).parent
        there = {code: name if (sources / code / f"{name}.md").exists() else "index" for code in LANGUAGES}
        own = Path(app.srcdir).name
        context["languages"] = [
            (LANGUAGES[code], f"{up}{code}/{page}.html", code) for code, page in there.items() if code != own
        ]

    app.connect("html-page-context", offer)
