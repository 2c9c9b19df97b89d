"""The site of the documents: it has every document, and a link that leads nowhere is found."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site() -> ModuleType:
    specification = importlib.util.spec_from_file_location("docs_site", ROOT / ".ci" / "docs" / "__main__.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_every_document_is_on_it(site: ModuleType) -> None:
    sources = {page.source for code in site.WORDS for page in site.collect(code).values()}
    documents = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    documents |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "assets" / "help").rglob("*.md")}
    assert documents - sources == {"docs/pypi.md"}, "which is the page of the package index"


def test_every_page_is_in_the_navigation(site: ModuleType) -> None:
    for code in site.WORDS:
        pages = site.collect(code)
        listed = pages["index"].text.split()
        assert [name for name in pages if name != "index" and name not in listed] == []


@pytest.mark.parametrize(
    ("address", "wrong"),
    [
        ("b.html", ""),
        ("b.html#there", ""),
        ("#here", ""),
        ("https://example.org/", ""),
        ("sub", ""),
        ("c.html", "not there"),
        ("b.html#here", "no such heading"),
        ("#there", "no such heading"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(site: ModuleType, tmp_path: Path, address: str, wrong: str) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "index.html").write_text("<p>")
    (tmp_path / "b.html").write_text('<h1 id="there">B</h1>')
    (tmp_path / "a.html").write_text(f'<h1 id="here">A</h1><a href="{address}">x</a>')
    assert list(site.broken_links(tmp_path)) == ([f"a.html: {address}: {wrong}"] if wrong else [])


@pytest.mark.parametrize("tag", ['<link rel="stylesheet" href="{}">', '<script src="{}"></script>', '<img src="{}">'])
def test_a_page_that_loads_something_from_elsewhere_is_found(site: ModuleType, tmp_path: Path, tag: str) -> None:
    (tmp_path / "a.html").write_text(tag.format("https://cdn.example/x"))
    assert list(site.broken_links(tmp_path)) == ["a.html: https://cdn.example/x: loaded from another host"]
