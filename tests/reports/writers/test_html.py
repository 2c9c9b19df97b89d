"""HTML pages: whole, escaped, alone."""

from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

from reports.column import Kind
from reports.document import Section, Table
from reports.writers.html import write
from reports.writers.paper import PageSize
from tests.reports.documents import COLUMNS, column, document, section
from tournament.language import ENGLISH, language_of, mark


class Reader(HTMLParser):
    """Collects tags and cells, and insists that every tag is closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002  # the parser gives them
        self.tags.append(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data


def page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_cells_are_read_as_meant(tmp_path: Path) -> None:
    write(document(), tmp_path / "a.html", ENGLISH)
    reader = Reader(page(tmp_path / "a.html"))
    assert reader.rows[1] == ["1", "▲ 2", "Łukasz Żółć", "04000022", "14⅓", "+573"]
    assert reader.rows[3] == ["3", "–", "麻将 示例", "–", "½", "−331"]
    assert reader.rows[4][4] == "4\N{NO-BREAK SPACE}1⁄12"
    assert reader.rows[5][2] == "@SUM(A1) & <b>Ampère</b>"


def test_nothing_of_a_user_becomes_markup(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>\"'&"
    made = document(rows=[(1, 0, evil, evil, Fraction(1), 1)], event=evil)
    write(made, tmp_path / "a.html", ENGLISH)
    reader = Reader(page(tmp_path / "a.html"))
    assert "script" not in reader.tags
    assert reader.rows[1][2] == evil


def test_a_name_runs_as_its_letters_do(tmp_path: Path) -> None:
    write(document(rows=[(1, 0, "محمد", "1", Fraction(1), 1)], event="יעקב"), tmp_path / "a.html", ENGLISH)
    text = page(tmp_path / "a.html")
    assert 'dir="auto">محمد</td>' in text
    assert 'dir="auto">יעקב</p>' in text
    assert 'dir="auto">1</td>' in text  # a code is a user's words too
    assert text.count('dir="auto"') == 3


def test_it_needs_no_other_file(tmp_path: Path) -> None:
    write(document(), tmp_path / "a.html", ENGLISH)
    text = page(tmp_path / "a.html")
    assert not any(word in text for word in ("http:", "https:", "src=", "href=", "@import", "url("))


def test_language_paper_state_and_sections(tmp_path: Path) -> None:
    made = document(section(1), section(2), provisional=True)
    write(made, tmp_path / "a.html", language_of("fr"), page_size=PageSize.LETTER)
    text = page(tmp_path / "a.html")
    assert '<html lang="fr">' in text
    assert "size: letter" in text
    assert Reader(text).tags.count("table") == 2
    assert "13 juin 2026, 11:58" in text


def test_a_section_without_rows_says_so(tmp_path: Path) -> None:
    write(document(Section(Table(COLUMNS, ()))), tmp_path / "a.html", ENGLISH)
    text = page(tmp_path / "a.html")
    assert "Nothing to list." in text
    assert "<table" not in text


def test_heads_of_points_stand_over_their_figures(tmp_path: Path) -> None:
    """Over whole numbers, or over numbers and fractions where there are any."""
    columns = (column(mark("S{session}", session=1), Kind.POINTS), column(mark("Table points"), Kind.POINTS))
    write(document(Section(Table(columns, ((4, 14), (2, Fraction(9, 2)))))), tmp_path / "a.html", ENGLISH)
    text = page(tmp_path / "a.html")
    assert '<th scope="col" class="points"><span>S1</span></th>' in text
    assert '<span style="min-width:calc(2.34ch + 1.38em)">Table points</span></th>' in text
