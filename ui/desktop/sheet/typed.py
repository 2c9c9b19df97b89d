"""What stands in a labelled typing line."""

from ui.desktop.widgets.fields import LabeledField, TextField


def line_of(field: LabeledField) -> TextField:
    """The typing line of a field."""
    assert isinstance(field.editor, TextField)
    return field.editor


def whole(text: str) -> int | None:
    """The whole number that was typed, or None."""
    cleaned = text.strip()
    return int(cleaned) if cleaned.isascii() and cleaned.isdigit() and len(cleaned) < 6 else None
