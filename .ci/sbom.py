"""Lists what users get in ``out/sbom.cdx.json`` (CycloneDX): each part with its version, its licence and its parts.

``python .ci/sbom.py``: ``make sbom`` calls it. cyclonedx-py reads an environment with the locked packages; this adds
what is in them or beside them and is no package of Python, and leaves out what only builds the program.
"""

import json
import sqlite3
import ssl
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from cryptography.hazmat.backends.openssl import backend
from uharfbuzz import version_string as harfbuzz_version

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / ".ci" / "package")]

from source import version  # noqa: E402

FOLDER = ROOT / "out" / "sbom"
WRITTEN = ROOT / "out" / "sbom.cdx.json"
PROGRAM = "quatre-vents"
FONTS = {
    "Inter": "OFL-1.1", "Noto Sans SC": "OFL-1.1", "Noto Sans (subsets of other scripts)": "OFL-1.1",
    "Nanum Gothic": "OFL-1.1", "Droid Sans Fallback": "Apache-2.0",
}  # fmt: skip
"""Fonts in ``assets/fonts``, with their licences; files beside them have the texts."""

UNSTATED = {"uharfbuzz": "Apache-2.0"}
"""Licences that a package has in a file alone, as ``assets/notices.md`` repeats it."""


def other_parts() -> Iterator[tuple[str, str, str, str]]:
    """What is no package of Python: what has it in it, its name, version and licence.

    Python's own parts are those of the Python that runs this, which builds the packages of a system too.
    """
    numbers = ".".join(map(str, sys.version_info[:3]))
    # Qt for Python has the version of its Qt, sometimes with a fourth number. Qt itself loads only on a desktop.
    qt = ".".join(metadata.version("PySide6_Essentials").split(".")[:3])
    yield "", "CPython", numbers, "PSF-2.0"
    yield "CPython", "OpenSSL of CPython", ssl.OPENSSL_VERSION.split()[1], "Apache-2.0"
    yield "CPython", "SQLite", sqlite3.sqlite_version, "blessing"
    yield "cryptography", "OpenSSL of cryptography", backend.openssl_version_text().split()[1], "Apache-2.0"
    yield "uharfbuzz", "HarfBuzz", harfbuzz_version(), "MIT-Modern-Variant"
    yield "PySide6_Essentials", "Qt", qt, "LGPL-3.0-only"
    yield "PySide6_Addons", "Qt Multimedia", qt, "LGPL-3.0-only"
    yield "PySide6_Addons", "FFmpeg", f"as in PySide6_Addons {qt}", "LGPL-2.1-or-later"
    for name, licence in FONTS.items():
        yield "", name, "as in assets/fonts", licence


def reached(edges: dict[str, list[str]], root: str) -> set[str]:
    """What ``root`` depends on, itself and through others."""
    found, waiting = {root}, [root]
    while waiting:
        new = set(edges.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found


def complete(listed: dict[str, Any]) -> dict[str, Any]:
    """The list of cyclonedx-py with what it cannot know, and without what only builds the program."""
    root = listed["metadata"]["component"]
    root["version"] = version()
    edges = {each["ref"]: each.get("dependsOn", []) for each in listed["dependencies"]}
    used = reached(edges, root["bom-ref"])
    components = [each for each in listed["components"] if each["bom-ref"] in used]
    for each in components:
        if "licenses" not in each and each["name"] in UNSTATED:
            each["licenses"] = [{"license": {"id": UNSTATED[each["name"]]}}]
    by_name = {each["name"]: each["bom-ref"] for each in components}
    for within, name, number, licence in other_parts():
        kind = "file" if name in FONTS else "library"  # CycloneDX has no kind of its own for fonts
        components.append({"type": kind, "bom-ref": name, "name": name, "version": number,
                           "licenses": [{"license": {"id": licence}}]})  # fmt: skip
        by_name[name] = name
        edges.setdefault(name, [])
        edges.setdefault(by_name[within] if within else root["bom-ref"], []).append(name)
    known = {each["bom-ref"] for each in components} | {root["bom-ref"]}
    dependencies = [
        {"ref": ref, "dependsOn": sorted(set(parts) & known)} for ref, parts in sorted(edges.items()) if ref in known
    ]
    return listed | {"components": components, "dependencies": dependencies}


def lacking(listed: dict[str, Any]) -> list[str]:
    """The parts of the list without a version or a licence."""
    return [each["name"] for each in listed["components"] if not (each.get("version") and each.get("licenses"))]


def main() -> int:
    """Write the list; 1 if a part has no version or no licence."""
    uv, program = Path(sys.executable).with_name("uv"), FOLDER / "program"
    subprocess.run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, program], check=True)
    subprocess.run([uv, "pip", "install", "--no-config", "--quiet", "--python", program, "--require-hashes",
                    "--no-build", "-r", ROOT / "requirements.lock"], check=True)  # fmt: skip
    said = subprocess.run([FOLDER / "bin" / "cyclonedx-py", "environment", "--pyproject", ROOT / "pyproject.toml",
                           "--output-reproducible", "-o", "-", program / "bin" / "python"],
                          check=True, stdout=subprocess.PIPE)  # fmt: skip
    listed = complete(json.loads(said.stdout))
    WRITTEN.write_text(json.dumps(listed, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    found = lacking(listed)
    print(
        f"{len(listed['components'])} parts in {WRITTEN.relative_to(ROOT)}",
        *found,
        sep="\nwithout version or licence: ",
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
