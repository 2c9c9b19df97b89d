"""The list of components has what users get, each part with its version and licence, and nothing that builds it."""

from typing import Any

from tests.test_notices import script

sbom = script("sbom")


def package(name: str, **more: Any) -> dict[str, Any]:
    return {"bom-ref": f"{name}==1", "name": name, "version": "1", "licenses": [{"license": {"id": "MIT"}}]} | more


LISTED = {
    "metadata": {"component": {"bom-ref": "root-component", "name": "quatre-vents"}},
    "components": [
        package("click"), package("cryptography"), package("cffi"), package("uharfbuzz"), package("hatchling"),
        package("PySide6_Essentials"), package("PySide6_Addons"),
    ],
    "dependencies": [
        {"ref": "root-component", "dependsOn": [
            "click==1", "cryptography==1", "uharfbuzz==1", "PySide6_Essentials==1", "PySide6_Addons==1",
        ]},
        {"ref": "cryptography==1", "dependsOn": ["cffi==1"]}, {"ref": "hatchling==1", "dependsOn": ["click==1"]},
    ],
}  # fmt: skip


def test_what_only_builds_the_program_is_left_out_and_what_is_no_package_is_added() -> None:
    names = {each["name"] for each in sbom.complete(LISTED)["components"]}
    assert "hatchling" not in names
    assert {"click", "cffi", "CPython", "SQLite", "Qt", "HarfBuzz", "Inter", "Noto Sans SC"} <= names


def test_each_part_has_a_version_a_licence_and_a_place() -> None:
    complete = sbom.complete(LISTED)
    assert sbom.lacking(complete) == []
    edges = {each["ref"]: each["dependsOn"] for each in complete["dependencies"]}
    assert edges["cryptography==1"] == ["OpenSSL of cryptography", "cffi==1"]
    assert {"OpenSSL of CPython", "SQLite"} == set(edges["CPython"])
    assert sbom.reached(edges, "root-component") == {"root-component"} | {
        each["bom-ref"] for each in complete["components"]
    }


def test_a_part_without_a_licence_is_named() -> None:
    assert sbom.lacking({"components": [package("click"), package("unknown", licenses=[])]}) == ["unknown"]
