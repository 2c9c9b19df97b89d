"""Files that ship with the program: fonts, tiles, icons, locale, the sample event."""

from pathlib import Path

_ROOT = Path(__file__).resolve().parent


def path(*parts: str) -> Path:
    """Give the absolute path of a shipped file or folder, named by its parts below assets/.

    It holds in a source tree and in an installed wheel alike.

    Raises FileNotFoundError if nothing of that name ships: a damaged installation or a misspelt name.
    """
    found = _ROOT.joinpath(*parts)
    if not found.is_relative_to(_ROOT) or ".." in parts:
        raise FileNotFoundError(f"{'/'.join(parts)} lies outside the files shipped with Quatre Vents ({_ROOT})")
    if not found.exists():
        raise FileNotFoundError(f"{'/'.join(parts)} is missing from the files shipped with Quatre Vents ({_ROOT})")
    return found


def guide(language: str, name: str) -> Path | None:
    """Give the path of a guide of the documents, in Markdown; None if the language does not have it.

    The wheel has the guides beside the other files; in a source tree they are among the documents.
    """
    places = (_ROOT / "guide", _ROOT.parent / "docs" / "guide")
    return next((path for path in (place / language / f"{name}.md" for place in places) if path.is_file()), None)


def samples() -> Path:
    """Give the path of the folder with the files to try out, which the guides name; it ships as the guides do."""
    shipped = _ROOT / "samples"
    return shipped if shipped.is_dir() else _ROOT.parent / "docs" / "samples"
