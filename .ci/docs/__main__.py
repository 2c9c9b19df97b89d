"""Builds the site of the documents: ``python .ci/docs FOLDER``; ``make docs`` calls it.

The sources are the Markdown files of the repository, which stay readable there. This program copies them for each
language, adds the help of the window, the commands and the data frames, turns links between files into links between
pages, and lets Sphinx write the site. Then it follows every link of every page: a link that leads nowhere fails.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from reports.sheets.symptoms import symptom_text  # noqa: E402
from tests.docs import command_reference  # noqa: E402
from tournament.language import language_of  # noqa: E402
from tournament.language.help_pages import help_text  # noqa: E402
from tournament.language.key_names import key_text  # noqa: E402

HELP = ("start", "new", "event", "players", "registration", "draw", "games", "tables", "scorer", "standings", "season",
        "members", "rankings", "fouls", "reports", "display", "hall", "desks", "phones", "history", "settings",
        "everywhere")  # fmt: skip
"""The pages of the window, in the order of the site."""
GUIDES = ("sixteen", "organiser", "appendices", "referee", "games", "symptoms")
PUBLISHED = ("../../releases", "../../issues", "../../security/advisories/new")
"""From the README to pages of where the repository is published, which the site does not have."""
FRAMES = """\
# Data frames: reference

[For analysts](analysts.md) introduces the frames and lists their columns. This page has what the code says of itself.

```{eval-rst}
.. automodule:: reports.frames
   :members:
   :imported-members:
   :exclude-members: COLUMNS
```
"""
_CODE = re.compile(r"^(```|~~~).*?^\1$|(?<!`)`[^`\n]+`(?!`)|^<!--.*?-->$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(!?)\[((?:[^\[\]\0]|\[[^\[\]]*\])*)\]\(([^)\s]+)\)")
_PICTURE = re.compile(r'<picture>.*?<img src="([^"]+)" alt="([^"]*)">\s*</picture>', re.DOTALL)
_KEY = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Words:
    """What the site says in one language beside its pages."""

    name: str
    parts: dict[str, str] = field(default_factory=dict)


WORDS = {
    "en": Words("English",
                {"guide": "Guides", "pages": "Help of the window", "cli": "Command line", "reference": "Reference",
                 "developers": "For developers"}),
    "fr": Words("Français",
                {"guide": "Guides", "pages": "Aide de la fenêtre", "cli": "Ligne de commande"}),
    "zh": Words("中文",
                {"guide": "指南", "pages": "窗口帮助", "cli": "命令行"}),
}  # fmt: skip


@dataclass(slots=True)
class Page:
    """A page of the site before Sphinx."""

    text: str
    source: str
    """The file of the repository that it is, relative to its root; empty for one that is made here."""
    part: str
    """The part of the navigation that lists it; empty: another page lists it."""


def main(site: Path, work: Path) -> int:
    """Build the site into ``site``, with what is needed on the way in ``work``. Return the exit code."""
    for folder in (site, work):
        shutil.rmtree(folder, ignore_errors=True)
    pages = {code: collect(code) for code in WORDS}
    files: set[str] = set()
    for code, collected in pages.items():
        source = work / "source" / code
        for name, page in collected.items():
            path = source / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_linked(page, name, code, pages, files, source), encoding="utf-8", newline="\n")
        shutil.copy2(ROOT / "assets" / "icons" / "logo.svg", source / "logo.svg")
        _blue(source / "logo.svg")
    running = [_start_sphinx(work / "source" / code, site / code, work / "doctrees" / code, code) for code in WORDS]
    failed = [each.wait() for each in running]
    if any(failed):
        return 1
    for each in files:
        target = site / "files" / each
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / each, target)
    shutil.copy2(HERE / "index.html", site / "index.html")
    broken = list(broken_links(site))
    print("\n".join(broken))
    print(f"{sum(len(each) for each in pages.values())} pages in {site}, {len(broken)} broken links")
    return 1 if broken else 0


def collect(code: str) -> dict[str, Page]:
    """Return the pages of a language by their names, which are their addresses below the language."""
    language, words = language_of(code), WORDS[code]
    docs = ROOT / "docs"
    pages = {"index": _page("docs/README.md" if code == "en" else f"docs/README.{code}.md", "")}
    for name in GUIDES:
        if (docs / "guide" / code / f"{name}.md").exists():
            pages[f"guide/{name}"] = _page(f"docs/guide/{code}/{name}.md", "guide")
    if "guide/symptoms" not in pages:
        pages["guide/symptoms"] = Page(symptom_text(language), "", "guide")
    for name in HELP:
        text = _KEY.sub(lambda found: f"`{language.render(key_text(found[1]))}`", help_text(name, language))
        pages[f"pages/{name}"] = Page(text, f"assets/help/{code}/{name}.md", "pages")
    if code == "en":
        pages |= _english(docs)
    else:
        pages["cli/reference"] = Page(command_reference.text(language), "", "cli")
    _list_pages(pages, words)
    return pages


def _page(source: str, part: str) -> Page:
    return Page((ROOT / source).read_text(encoding="utf-8"), source, part)


def _english(docs: Path) -> dict[str, Page]:
    """The documents that there are in English alone."""
    pages = {"cli": _page("docs/cli.md", "cli")}
    for path in sorted(docs.rglob("*.md")):
        name = path.relative_to(docs).with_suffix("").as_posix()
        top = name.partition("/")[0]
        if name in ("cli", "README", "pypi") or name.startswith("README.") or top == "guide":
            continue
        part = {"cli": "cli", "how-to": "developers", "decisions": "developers"}.get(top, "reference")
        part = "developers" if name in _FOR_DEVELOPERS else part
        pages[name.replace("README", "index")] = _page(f"docs/{name}.md", part)
    pages["frames"] = Page(FRAMES, "", "reference")
    for name, source in (("changes", "CHANGELOG"), ("security", "SECURITY"), ("contributing", "CONTRIBUTING")):
        pages[name] = _page(f"{source}.md", "developers" if name == "contributing" else "reference")
    return pages


_FOR_DEVELOPERS = {"architecture", "building-packages", "licences", "mutants", "style", "tiles", "versions"}


def _list_pages(pages: dict[str, Page], words: Words) -> None:
    """Add the navigation to the first page."""
    home = pages["index"]
    for part, caption in words.parts.items():
        names = "\n".join(name for name, page in pages.items() if page.part == part)
        home.text += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{names}\n```\n"


def _linked(page: Page, name: str, code: str, pages: dict[str, dict[str, Page]], files: set[str], source: Path) -> str:
    """Return the text of ``page`` with links to pages and files of the site, and copy its pictures to ``source``."""
    from docutils.nodes import make_id

    text = _PICTURE.sub(r"![\2](\1)", page.text)
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\0{len(kept) - 1}\0"

    place = Path(page.source or f"docs/{name}.md").parent
    own = {each.source: each_name for each_name, each in pages[code].items() if each.source}
    others = {each.source: (lang, each_name) for lang, those in reversed(pages.items())
              for each_name, each in those.items() if each.source}  # fmt: skip
    up = "../" * (name.count("/") + 1)

    def link(found: re.Match[str]) -> str:
        picture, words, target = found.groups()
        path, _, heading = target.partition("#")
        if target in PUBLISHED:
            return words
        if urlsplit(target).scheme or not path:
            return found[0]
        meant = os.path.normpath(place / path).replace(os.sep, "/")
        if meant in own:
            return f"[{words}]({_relative(own[meant], name)}{'#' * bool(heading)}{heading})"
        if meant in others:
            lang, there = others[meant]
            anchor = f"#{make_id(heading)}" if heading else ""
            return f'<a href="{up}{lang}/{there}.html{anchor}">{words}</a>'
        if picture:
            (source / meant).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / meant, source / meant)
            return f"![{words}](/{meant})"
        if meant == "README.md":
            return f"[{words}]({_relative('index', name)})"
        if (ROOT / meant).is_dir():
            listed = sorted(each.relative_to(ROOT).as_posix() for each in (ROOT / meant).iterdir() if each.is_file())
            files.update(listed)
            named = ", ".join(f'<a href="{up}files/{each}">{Path(each).name}</a>' for each in listed)
            return f"{words} ({named})"
        files.add(meant)
        return f'<a href="{up}files/{meant}">{words}</a>'

    text = _CODE.sub(keep, text)
    text = _LINK.sub(link, text)
    return re.sub("\0(\\d+)\0", lambda found: kept[int(found[1])], text)


def _relative(target: str, start: str) -> str:
    """The way from the page called ``start`` to the file of the page called ``target``."""
    return os.path.relpath(f"{target}.md", Path(start).parent).replace(os.sep, "/")


def _blue(logo: Path) -> None:
    """Give the logo a colour that is seen on light and dark ground; the window colours it itself."""
    logo.write_text(logo.read_text(encoding="utf-8").replace("currentColor", "#4A7FD6"), encoding="utf-8")


def _start_sphinx(source: Path, target: Path, doctrees: Path, code: str) -> subprocess.Popen[bytes]:
    """Start Sphinx in a process of its own: it does not build two sites in one."""
    logo = source / "logo.svg"
    settings = {"language": {"zh": "zh_CN"}.get(code, code), "html_title": "Quatre Vents",
                "html_search_language": code, "html_logo": logo, "html_favicon": logo,
                "html_use_index": int(code == "en")}  # fmt: skip  # only its reference of data frames has entries
    given = [f"--define={name}={value}" for name, value in settings.items()]
    command = [sys.executable, "-m", "sphinx", "--builder=html", f"--conf-dir={HERE}", f"--doctree-dir={doctrees}",
               "--fail-on-warning", "--quiet", "--nitpicky", *given, str(source), str(target)]  # fmt: skip
    return subprocess.Popen(command, cwd=ROOT)


class _Addresses(HTMLParser):
    """Where a page leads, what it loads, and the names in it to which others lead."""

    def __init__(self) -> None:
        super().__init__()
        self.leads: set[str] = set()
        self.loads: set[str] = set()
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value is not None}
        loading = tag in ("script", "img", "source", "iframe") or (tag == "link" and given.get("rel") != "canonical")
        found = {given[name] for name in ("href", "src") if name in given}
        (self.loads if loading else self.leads).update(found)
        self.names |= {given[name] for name in ("id", "name") if name in given}


@cache
def _addresses(path: Path) -> _Addresses:
    found = _Addresses()
    found.feed(path.read_text(encoding="utf-8"))
    return found


def broken_links(site: Path) -> Iterator[str]:
    """What is wrong with the links of the site, a line each: pages, files and headings that are not there.

    A page that loads something from another host is wrong too: the site must work without a network.
    """
    for path in sorted(site.rglob("*.html")):
        found = _addresses(path)
        for address in sorted(found.leads | found.loads):
            wrong = _wrong(path, address)
            if address in found.loads and urlsplit(address).netloc:
                wrong = "loaded from another host"
            if wrong:
                yield f"{path.relative_to(site).as_posix()}: {address}: {wrong}"


def _wrong(path: Path, address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return ""
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
    if target.is_dir():
        target /= "index.html"
    if not target.exists():
        return "not there"
    if parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in _addresses(target).names:
        return "no such heading"
    return ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), ROOT / "out" / "docs-work"))
