"""A user without a home folder: refused before anything is written."""

from tournament.files.user_folders import VARIABLE, user_home
from tournament.language import mark


class HomeMissing(Exception):
    """The system gives this user no home folder, and none is named."""

    message = mark(
        "The system gives this user no home folder: set {variable} to the folder for copies and settings.",
        variable=VARIABLE,
    )


def require_named_folder() -> None:
    """Raise HomeMissing unless the environment names a folder for copies and settings."""
    if user_home() is None:
        raise HomeMissing
