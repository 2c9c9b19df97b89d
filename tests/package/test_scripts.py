"""The scripts that build, sign and install packages: no fault that shellcheck knows, and lists that macOS can read."""

import ast
import plistlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

CI = Path(__file__).resolve().parents[2] / ".ci"
_SHEBANG = re.compile(rb"#!.*\b(?:ba|da)?sh\n")
SCRIPTS = sorted(path for path in CI.rglob("*") if path.is_file() and _SHEBANG.match(path.read_bytes()[:100]))


def test_there_are_scripts() -> None:
    assert {"install", "postrm", "sign_macos", "notarise_macos", "make_venv"} <= {path.name for path in SCRIPTS}


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="needs shellcheck")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_shellcheck_finds_nothing(script: Path) -> None:
    done = subprocess.run(["shellcheck", "-S", "style", script], check=False, capture_output=True, text=True)
    assert done.stdout + done.stderr == ""


def test_the_application_for_macos_opens_events() -> None:
    """The list is an expression of the file with which PyInstaller builds."""
    tree = ast.parse((CI / "package" / "quatre-vents.spec").read_text(encoding="utf-8"))
    (given,) = (each.value for each in ast.walk(tree) if isinstance(each, ast.keyword) and each.arg == "info_plist")
    told = plistlib.loads(plistlib.dumps(ast.literal_eval(given)))
    (kind,) = told["CFBundleDocumentTypes"]
    assert kind["CFBundleTypeExtensions"] == ["qv", "qv-invitation"]
    assert (kind["CFBundleTypeRole"], kind["LSHandlerRank"]) == ("Editor", "Owner")
    assert told["LSMinimumSystemVersion"] == "13.0"


def test_the_signature_of_macos_allows_what_libraries_need() -> None:
    script = (CI / "package" / "sign_macos").read_text(encoding="utf-8")
    found = re.search(r"<<'PLIST'\n(.*?)^PLIST$", script, re.DOTALL | re.MULTILINE)
    assert found is not None
    assert plistlib.loads(found[1].encode()) == {"com.apple.security.cs.allow-unsigned-executable-memory": True}
