"""Safari 12 and Chromium 70, which clubs' old tablets have, run every script that is served or published."""

import os
import shutil
import subprocess
from pathlib import Path

import assets
from tests.browser.chromium import missing

_HERE = Path(__file__).parent


def _lacking(*paths: Path) -> list[str]:
    """What the old browsers lack of these scripts and styles, as ``file:line: what``."""
    node = shutil.which("node")
    if node is None or not (_HERE / "node_modules" / "acorn").exists():
        missing("the parsers of scripts and styles are not here: make axe")
    command = [node, str(_HERE / "old_browsers.mjs"), *map(str, paths)]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ).stdout.splitlines()


def test_old_browsers_know_everything_in_scripts_and_styles() -> None:
    files = [path for path in assets.path("site").iterdir() if path.suffix in (".js", ".css")]
    assert len(files) >= 12
    assert _lacking(*files) == []


SCRIPTS = {
    "a?.b": "Unexpected token",
    "a ?? b": "Unexpected token",
    "a ||= b": "Unexpected token",
    "a.replaceAll(b, c)": ".replaceAll",
    "a.at(-1)": ".at",
    "a.replaceChildren()": ".replaceChildren",
    "a.matchAll(b)": ".matchAll",
    "Object.fromEntries(a)": ".fromEntries",
    "structuredClone(a)": "structuredClone",
    "/(?<=a)b/.test(c)": "(?<=",
}
STYLES = {
    "p:has(a) { color: red; }": ":has",
    ":is(p, a) { color: red; }": ":is",
    "p:not(.a, .b) { color: red; }": "a list in :not()",
    "p { inset: 0; }": "inset",
    "p { aspect-ratio: 1; }": "aspect-ratio",
    "p { width: min(1rem, 50%); }": "width: min()",
    "p { font-size: clamp(1rem, 2vw, 3rem); }": "font-size: clamp()",
    "p { color: rgb(0 0 0 / .5); }": "color: rgb() without commas",
    "p { display: flex; gap: 1rem; }": "gap of p",
    "p, a:focus-visible { color: red; }": ":focus-visible",
}
ENOUGH = """
p { width: 50%; width: min(1rem, 50%); display: flex; gap: 1rem; }
@supports not (inset: 0) { p > * + * { margin-left: 1rem; } }
@supports selector(:has(a)) { p:has(a) { color: red; } }
"""
"""What stands in for something that is too new, where it is too new."""


def test_what_they_lack_is_found(tmp_path: Path) -> None:
    made = dict[str, str]()
    for sources, kind in ((SCRIPTS, "js"), (STYLES, "css")):
        for number, (source, what) in enumerate(sources.items()):
            name = f"{number}.{kind}"
            (tmp_path / name).write_text(f"\n{source}\n", encoding="utf-8")
            made[name] = f"{name}:2: {what}"
    (tmp_path / "enough.css").write_text(ENOUGH, encoding="utf-8")
    found = _lacking(*sorted(tmp_path.iterdir()))
    for expected in made.values():
        assert any(each.startswith(expected) for each in found), (expected, found)
    assert not [each for each in found if each.startswith("enough")]
