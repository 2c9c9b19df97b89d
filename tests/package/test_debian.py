"""What is installed beside the packed program on Debian; ``make package-test`` tries it there."""

import configparser
import gzip
import importlib
import re
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

import assets
from tournament.language import LANGUAGES
from tournament.storage.schema import APPLICATION_ID
from ui.cli.commands import COMMANDS

FOLDER = Path(__file__).resolve().parents[2] / ".ci" / "package"
LINUX = FOLDER / "linux"
SHOWN = ("Name", "GenericName", "Comment", "Keywords")
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture(scope="module")
def debian() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        return importlib.import_module("debian")


@pytest.fixture(scope="module")
def shared(debian: ModuleType) -> dict[str, bytes]:
    files: dict[str, bytes] = debian.shared_files("1.2.3", 1_790_000_000)
    return files


def test_the_desktop_file_is_translated_and_opens_events() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # as the key is written
    parser.read(assets.path("linux", "quatre-vents.desktop"), encoding="utf-8")
    entry = parser["Desktop Entry"]
    for key in SHOWN[1:]:
        assert len({entry[key], entry[f"{key}[fr]"], entry[f"{key}[zh]"]}) == 3, key
    for action in entry["Actions"].strip(";").split(";"):
        told = parser[f"Desktop Action {action}"]
        assert {"Name", "Name[fr]", "Name[zh]", "Exec"} == set(told)
    assert entry["Exec"] == "quatre-vents desktop %F"
    assert set(entry["MimeType"].strip(";").split(";")) == set(mime_types())


def mime_types() -> dict[str, ET.Element]:
    root = ET.parse(assets.path("linux", "quatre-vents.xml")).getroot()
    return {kind.attrib["type"]: kind for kind in root.iter(f"{MIME}mime-type")}


def test_files_are_known_by_name_and_events_by_content(debian: ModuleType) -> None:
    kinds = mime_types()
    assert set(kinds) == {debian.EVENT_TYPE, debian.INVITATION_TYPE}
    patterns = {name: kind.find(f"{MIME}glob") for name, kind in kinds.items()}
    assert {name: found is not None and found.attrib["pattern"] for name, found in patterns.items()} == {
        debian.EVENT_TYPE: "*.qv", debian.INVITATION_TYPE: "*.qv-invitation",
    }  # fmt: skip
    for kind in kinds.values():
        assert {each.attrib.get(LANG, "en") for each in kind.iter(f"{MIME}comment")} == {"en", "fr", "zh"}
    matches = {
        int(each.attrib["offset"]): each.attrib["value"] for each in kinds[debian.EVENT_TYPE].iter(f"{MIME}match")
    }
    assert matches == {0: "SQLite format 3", 68: APPLICATION_ID.to_bytes(4, "big").decode()}


def test_the_metainfo_says_the_same_in_each_language(shared: dict[str, bytes]) -> None:
    root = ET.fromstring(shared["usr/share/metainfo/quatre-vents.metainfo.xml"])
    for tag in ("summary", "p", "li"):
        languages = [each.attrib.get(LANG, "en") for each in root.iter(tag)]
        assert languages == ["en", "fr", "zh"] * (len(languages) // 3), tag
    release = root.find("releases/release")
    assert release is not None
    assert release.attrib == {"version": "1.2.3", "date": "2026-09-21"}
    assert {each.text for each in root.iter("mediatype")} == set(mime_types())


def test_shops_show_the_website_and_pictures_of_a_release(debian: ModuleType) -> None:
    assert debian.addresses("", "1.2.3") == ""
    root = ET.fromstring(f"<all>{debian.addresses('https://example.org/q', '1.2.3')}</all>")
    assert root.findtext("url") == "https://example.org/q"
    shown = root.findall("screenshots/screenshot")
    assert [each.get("type") for each in shown] == ["default", *[None] * (len(shown) - 1)]
    for each in shown:
        assert [caption.attrib.get(LANG, "en") for caption in each.findall("caption")] == ["en", "fr", "zh"]
        address = each.findtext("image") or ""
        assert address.startswith("https://example.org/q/raw/v1.2.3/docs/pictures/")
        assert (FOLDER.parents[1] / "docs" / "pictures" / address.rpartition("/")[2]).is_file()


def test_the_texts_of_shops_name_every_family_of_rules(debian: ModuleType, shared: dict[str, bytes]) -> None:
    texts = (shared["usr/share/metainfo/quatre-vents.metainfo.xml"].decode(),
             (FOLDER.parents[1] / "docs" / "pypi.md").read_text(encoding="utf-8").replace("\n", " "))  # fmt: skip
    for name in ("Mahjong Competition Rules", "riichi", "Guobiao", "French classical", "Zung Jung", "Québec classical",
                 "Hong Kong old style"):  # fmt: skip
        assert all(re.search(name.replace(" ", r"\s+"), text) for text in texts), name
    assert "riichi" in debian.DESCRIPTION


def test_the_manuals_have_every_command(debian: ModuleType, shared: dict[str, bytes]) -> None:
    assert set(debian.MANUALS) == {language.code for language in LANGUAGES}
    for language, folder in debian.MANUALS.items():
        page = gzip.decompress(shared[f"usr/share/man/{folder}/quatre-vents.1.gz"]).decode()
        assert re.findall(r"^\.SS (\S+)$", page, re.MULTILINE) == [name.replace("-", r"\-") for name in COMMANDS]
        assert "--" not in page.replace(r"\-", ""), "a hyphen that cannot be copied"
        assert ("tournois" in page) == (language == "fr")


def test_each_shell_has_its_script_and_each_file_its_icon(debian: ModuleType, shared: dict[str, bytes]) -> None:
    assert all(b"_QUATRE_VENTS_COMPLETE" in shared[place] for place in debian.COMPLETIONS.values())
    for name in ("apps/quatre-vents", *(f"mimetypes/{kind.replace('/', '-')}" for kind in mime_types())):
        pictures = [shared[f"usr/share/icons/hicolor/{size}x{size}/{name}.png"] for size in debian.SIZES]
        assert all(picture.startswith(b"\x89PNG") for picture in pictures)
        widths = [int.from_bytes(picture[16:20], "big") for picture in pictures]
        assert widths == list(debian.SIZES)
        ET.fromstring(shared[f"usr/share/icons/hicolor/scalable/{name}.svg"])


def test_the_fields_of_the_package(debian: ModuleType) -> None:
    text = debian.control("1.2.3-1", "amd64", 1000, "libc6 (>= 2.36)", "xdg-utils")
    assert text.endswith("\n")
    assert "\n\n" not in text
    fields = dict(re.findall(r"^(\S+): (.*)$", text, re.MULTILINE))
    assert {"Package", "Version", "Architecture", "Maintainer", "Description", "Depends"} <= fields.keys()
    continued = [line for line in text.splitlines() if not re.match(r"\S+: ", line)]
    assert continued
    assert all(line.startswith(" ") and len(line) <= 80 for line in continued)


@pytest.mark.skipif(sys.platform != "linux", reason="about programs of Linux")
def test_the_same_source_makes_the_same_files(debian: ModuleType, shared: dict[str, bytes]) -> None:
    assert debian.shared_files("1.2.3", 1_790_000_000) == shared


def test_debian_orders_candidates_and_builds_before_the_release(debian: ModuleType) -> None:
    assert debian.debian_version("1.1.0") == "1.1.0-1"
    assert debian.debian_version("1.1.0rc2") == "1.1.0~rc2-1"
    assert debian.debian_version("1.1.0+g1234abc") == "1.1.0~g1234abc-1"
