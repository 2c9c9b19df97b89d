"""Where the hall of an event is kept on this computer: in the user's own data, never beside the event."""

from pathlib import Path

from platformdirs import user_data_path


def hall_folder(event: str) -> Path:
    """The folder of the hall of the event of this id; it may not be there yet."""
    name = "".join(letter for letter in event if letter.isalnum() or letter in "-_")
    return user_data_path("quatre-vents", appauthor=False) / "halls" / (name or "event")


def sponsors_folder(event: str) -> Path:
    """Where its sponsors' pictures lie."""
    return hall_folder(event) / "sponsors"
