"""What the documents name is there: links, pictures, files, modules and the words of make."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
FOLDERS = ("assets", "docs", "reports", "tests", "tournament", "ui")
UNWRAPPED = ("details", "mutants", "reference", "reliability", "symptoms", "README.zh")
"""Documents that the program writes a paragraph a line, and those in Chinese, which has no spaces to wrap at."""
WRAPPED = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *(
        path
        for path in sorted((ROOT / "docs").rglob("*.md"))
        if path.stem not in UNWRAPPED and path.parent.name != "zh"
    ),
]
PUBLISHED = ("../../releases", "../../issues", "../../security/advisories/new")
"""From README and SECURITY to pages of where the repository is published, whoever publishes it."""
WIDTH = 100
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s#]+)\)|(?:src|srcset)=\"([^\"]+)\"")
_HEADING_LINK = re.compile(r"\]\(([^)\s#]*)#([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})(?:/[\w.-]+)+/?")
_MODULE = re.compile(rf"(?:{'|'.join(FOLDERS)})(?:\.\w+)+")
_NAME = re.compile(r"(?:[A-Z][a-z]+){2,}")
_DEFINED = re.compile(r"^(?:class )?([A-Z]\w+)(?=[(:]| = )", re.MULTILINE)
_SHORT_NAME = re.compile(r"\w+(?:\.\w+)+|\w+_\w+")
_WORDS = re.compile(r"\w+")
_MAKE = re.compile(r"make (\w+)")


@pytest.fixture(params=DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def document(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def code_in(document: Path) -> list[str]:
    return _CODE.findall(document.read_text(encoding="utf-8"))


@cache
def defined_names() -> frozenset[str]:
    """What the code defines."""
    sources = (path.read_text(encoding="utf-8") for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return frozenset(name for text in sources for name in _DEFINED.findall(text))


@cache
def words_of_the_code() -> frozenset[str]:
    """Every word in the sources, and the names of the modules."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    paths += [ROOT / "pyproject.toml"]
    texts = (path.read_text(encoding="utf-8") for path in paths)
    return frozenset(word for text in texts for word in _WORDS.findall(text)) | {path.stem for path in paths}


def exists(module: str) -> bool:
    """Whether ``module`` is one, or a name in one."""
    place = ROOT.joinpath(*module.split("."))
    if place.is_dir() or place.with_suffix(".py").is_file():
        return True
    owner, name = place.parent, place.name
    owners = (owner.with_suffix(".py"), owner / "__init__.py")
    texts = (path.read_text(encoding="utf-8") for path in owners if path.is_file())
    return any(re.search(rf"\b{name}\b", text) for text in texts)


def test_links_and_pictures(document: Path) -> None:
    named = [link or picture for link, picture in _LINK.findall(document.read_text(encoding="utf-8"))]
    local = [link for link in named if not link.startswith("http") and link not in PUBLISHED]
    assert [link for link in local if not (document.parent / link).exists()] == []


def test_links_to_headings(document: Path) -> None:
    links = _HEADING_LINK.findall(document.read_text(encoding="utf-8"))
    local = [(link, heading) for link, heading in links if not link.startswith("http")]
    assert [found for found in local if found[1] not in headings_of(document.parent / found[0], document)] == []


def headings_of(path: Path, itself: Path) -> set[str]:
    """The addresses of the headings, as Markdown makes them; those of ``itself`` if ``path`` is only its folder."""
    text = _FENCED.sub("", (itself if path.is_dir() else path).read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(text)}


def test_files_and_modules(document: Path) -> None:
    code = code_in(document)
    assert [path for path in code if _PATH.fullmatch(path) and not (ROOT / path).exists()] == []
    assert [module for module in code if _MODULE.fullmatch(module) and not exists(module)] == []


def test_names_of_the_code(document: Path) -> None:
    assert {name for name in code_in(document) if _NAME.fullmatch(name)} - defined_names() - NOT_OURS == set()


NOT_OURS = {"StaticFiles", "ActualText", "InRelease", "PgDn", "PgUp"}
"""Of Starlette, of PDF and of apt, and keys."""


def test_short_names_on_the_architecture_page() -> None:
    """``use_cases.coherence``, ``writing.replace``, ``journal_end``: each word of them is found in the code."""
    names = [name for name in code_in(ROOT / "docs" / "architecture.md") if _SHORT_NAME.fullmatch(name)]
    assert len(names) > 50
    assert [name for name in names if not set(name.split(".")) <= words_of_the_code()] == []


def test_words_of_make(document: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    words = {word for code in code_in(document) for word in _MAKE.findall(code)}
    assert {word for word in words if not re.search(rf"^{word}:", makefile, re.MULTILINE)} == set()


def test_the_readme_names_the_pythons_that_the_project_takes() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    taken = [found for found in (re.search(r":: (3\.\d+)$", each) for each in project["classifiers"]) if found]
    *first, last = (found[1] for found in taken)
    assert readme.count(f"Python {', '.join(first)} or {last}") == 2, "for Linux, and for Windows"
    assert project["requires-python"] == f">={first[0]},<3.{int(last.partition('.')[2]) + 1}"
    assert "requirements.lock" in readme


def test_the_readme_opens_with_the_window_and_shows_the_way_in() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    before = text.partition("\n## ")[0]
    assert {"docs/pictures/tables-light-en.png", "docs/pictures/tables-dark-en.png"} <= {
        picture for _, picture in _LINK.findall(before)
    }
    assert "](CONTRIBUTING.md)" in text


@pytest.mark.parametrize("path", WRAPPED, ids=lambda path: str(path.relative_to(ROOT)))
def test_lines_are_wrapped(path: Path) -> None:
    """Tables, code blocks and lines with a link or a picture may be longer."""
    lines = _FENCED.sub("", path.read_text(encoding="utf-8")).splitlines()
    prose = [line for line in lines if not line.startswith("|") and not _LINK.search(line)]
    assert [line for line in prose if len(line) > WIDTH] == []
