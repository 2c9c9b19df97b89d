"""Every connection below ui/desktop, read from its text: nothing that dies earlier goes on listening.

Qt disconnects a bound method of a QObject with its object, and nothing else. So what a lambda, a partial or a function
hears must come from an object that the listener made for itself, which dies with it.
"""

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QObject

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted(set((ROOT / "ui" / "desktop").rglob("*.py")) - {ROOT / "ui" / "desktop" / "listening.py"})
OF_THE_PROCESS = frozenset(("QApplication", "QCoreApplication", "QGuiApplication", "theme", "translator", "keep_awake"))
"""Imported names of what lives as long as the process."""
LIVES_ON = frozenset(("work", "_work", "controller", "_controller", "navigation", "messages"))
"""Names of what outlives whoever asked for it: work in another thread, the desk."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Connection(NamedTuple):
    """One call of ``connect``."""

    file: Path
    line: int
    sender: tuple[str, ...]
    """The names from the root to the signal: ``("self", "_controller", "changed")``."""
    slot: ast.expr
    owner: str | None
    """The class in which it stands."""
    given: frozenset[str]
    """Names that came from outside: parameters, imports, and attributes that hold a parameter."""

    @property
    def is_foreign(self) -> bool:
        """Whether the sender was made by somebody else, or outlives who made it."""
        root, *inner = self.sender[:-1] or self.sender
        if LIVES_ON & {root, *inner}:
            return True
        return bool(inner and inner[0] in self.given) if root == "self" else root in self.given

    @property
    def is_method(self) -> bool:
        """Whether the slot is ``self.method``."""
        slot = self.slot
        return isinstance(slot, ast.Attribute) and isinstance(slot.value, ast.Name) and slot.value.id == "self"

    @property
    def is_signal(self) -> bool:
        """Whether one signal is passed on to another of the same object: ``a.b.connect(a.c)``."""
        return isinstance(self.slot, ast.Attribute) and _names(self.slot)[:1] == self.sender[:1]


def _names(expression: ast.expr) -> tuple[str, ...]:
    found: list[str] = []
    while True:
        match expression:
            case ast.Attribute(value=inner, attr=name):
                found.append(name)
                expression = inner
            case ast.Call(func=inner) | ast.Subscript(value=inner):
                expression = inner
            case ast.Name(id=name):
                return (name, *reversed(found))
            case _:
                return tuple(reversed(found))


def _parameters(function: _Function) -> set[str]:
    given = function.args
    return {each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)} - {"self"}


def _kept(owner: ast.ClassDef) -> Iterator[str]:
    """The attributes in which a method of ``owner`` keeps something that it was given."""
    for method in (each for each in ast.walk(owner) if isinstance(each, ast.FunctionDef)):
        given = _parameters(method)
        for assigned in (each for each in ast.walk(method) if isinstance(each, ast.Assign)):
            for target in assigned.targets:
                both = isinstance(target, ast.Tuple) and isinstance(assigned.value, ast.Tuple)
                targets = target.elts if both else [target]  # type: ignore[attr-defined]
                values = assigned.value.elts if both else [assigned.value]  # type: ignore[attr-defined]
                for place, value in zip(targets, values, strict=False):
                    names = _names(place)
                    if names[:1] == ("self",) and len(names) == 2 and _names(value)[:1] and _names(value)[0] in given:
                        yield names[1]


def connections(file: Path, source: str) -> Iterator[Connection]:
    """All in the text of one module."""
    tree = ast.parse(source)
    imported = {
        (alias.asname or alias.name).partition(".")[0]
        for each in ast.walk(tree)
        if isinstance(each, ast.Import | ast.ImportFrom)
        for alias in each.names
    }
    yield from _within(tree, file, None, frozenset(), frozenset(imported & OF_THE_PROCESS))


@cache
def everywhere() -> tuple[Connection, ...]:
    """All below ``ui/desktop``, read once."""
    sources = ((file, file.read_text("utf-8")) for file in FILES)
    return tuple(found for file, source in sources if "connect" in source for found in connections(file, source))


def _within(
    node: ast.AST, file: Path, owner: ast.ClassDef | None, kept: frozenset[str], given: frozenset[str]
) -> Iterator[Connection]:
    if isinstance(node, ast.ClassDef):
        owner, kept = node, frozenset(_kept(node))
    elif isinstance(node, _Function):
        given |= _parameters(node)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "connect"
        and node.args
    ):
        name = owner.name if owner is not None else None
        yield Connection(file, node.lineno, _names(node.func.value), node.args[0], name, given | kept)
    for child in ast.iter_child_nodes(node):
        yield from _within(child, file, owner, kept, given)


def _is_qobject(connection: Connection) -> bool:
    module = importlib.import_module(".".join(connection.file.relative_to(ROOT).with_suffix("").parts))
    return connection.owner is not None and issubclass(getattr(module, connection.owner, object), QObject)


def faults(found: Connection) -> str | None:
    """What is wrong with a connection; None when nothing is."""
    if found.is_foreign and not (found.is_method or found.is_signal):
        return "use a bound method, or ui.desktop.listening.listen"
    if found.is_method and not _is_qobject(found):
        return f"{found.owner} is no QObject: Qt cannot tell when it is gone"
    return None


def test_nothing_goes_on_listening() -> None:
    said = [(found, faults(found)) for found in everywhere()]
    wrong = [f"{found.file}:{found.line}: {'.'.join(found.sender)}: {fault}" for found, fault in said if fault]
    assert wrong == []


@pytest.mark.parametrize(
    "wrong",
    [
        "controller.changed.connect(lambda _: self.show())",
        "self._given.changed.connect(partial(self.show, 1))",
        "translator.changed.connect(lambda: self.show())",
        "QApplication.instance().focusChanged.connect(print)",
        "work = Work(print)\n        work.done.connect(lambda found: self.show())",
    ],
)
def test_what_would_go_on_is_found(wrong: str) -> None:
    source = f"""
from PySide6.QtWidgets import QApplication
from ui.desktop.translation import translator

class Listener:
    def __init__(self, controller, given):
        self._given = given
        {wrong}
"""
    [found] = connections(Path("listener.py"), source)
    assert faults(found) is not None


@pytest.mark.parametrize(
    "right",
    ["self._child.clicked.connect(lambda: self.show())", "button = Button()\n        button.clicked.connect(print)"],
)
def test_what_dies_with_its_maker_is_left_alone(right: str) -> None:
    source = f"""
class Maker:
    def __init__(self, controller):
        self._child = Button(controller)
        {right}
"""
    [found] = connections(Path("maker.py"), source)
    assert faults(found) is None


def test_there_are_connections_to_look_at() -> None:
    assert len(everywhere()) > 500
