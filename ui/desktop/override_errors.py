"""Errors in methods that override those of Qt, which end the process without a report before Python 3.12.

PySide adds to such an error in which method it was raised, and takes it for an exception object. But in these versions
of Python an error raised in C, as by ``int("x")``, is a bare text until an ``except`` clause catches it. PySide 6.10 to
6.12 read that text as an object, which is a segmentation fault. Therefore every override gets an ``except`` clause.
"""

import sys
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any

from PySide6.QtCore import QObject

_VARIABLE = 0x04 | 0x08
"""The flags of code that takes ``*args`` or ``**kwargs``."""


def catch_in_overrides() -> None:
    """Give each override in the classes that are defined from now on an ``except`` clause, where Python needs it."""
    if sys.version_info < (3, 12):
        setattr(QObject, "__init_subclass__", classmethod(_prepare))  # noqa: B010 - mypy refuses it as an assignment


def _prepare(cls: type[QObject], /, **options: Any) -> None:
    super(QObject, cls).__init_subclass__(**options)
    of_qt = [base for base in cls.__mro__ if base.__module__.startswith("PySide6.")]
    for name, method in list(vars(cls).items()):
        if name.startswith("__"):  # Python calls these, not Qt
            continue
        if isinstance(method, FunctionType) and any(name in vars(base) for base in of_qt):
            setattr(cls, name, _caught(method))


def _caught(method: FunctionType) -> Callable[..., Any]:
    """Return ``method`` with an ``except`` clause, and with as many parameters: PySide counts those of slots."""
    code = method.__code__

    def of_self(self: Any) -> Any:
        try:
            return method(self)
        except BaseException:
            raise

    def of_one(self: Any, value: Any) -> Any:
        try:
            return method(self, value)
        except BaseException:
            raise

    def of_two(self: Any, value: Any, other: Any) -> Any:
        try:
            return method(self, value, other)
        except BaseException:
            raise

    def of_any(self: Any, *values: Any, **named: Any) -> Any:
        try:
            return method(self, *values, **named)
        except BaseException:
            raise

    fixed = not (method.__defaults__ or code.co_kwonlyargcount or code.co_flags & _VARIABLE)
    by_count: dict[int, Callable[..., Any]] = {1: of_self, 2: of_one, 3: of_two}
    return wraps(method)(by_count.get(code.co_argcount, of_any) if fixed else of_any)
