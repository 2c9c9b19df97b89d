"""The menu of presets beside the options of a rule set: choosing one, saving the options as one, reading a file."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.catalogue import OFFERED, rule_set
from tournament.event.problem import Refused
from tournament.language import Text, mark, verbatim
from tournament.rules.question import Chosen
from tournament.rules.ruleset import RuleSet
from ui.desktop.dialogs.files import choose_new_preset, choose_preset
from ui.desktop.kit.menu import MenuEntry, drop_menu
from ui.desktop.widgets.buttons import LinkButton
from ui.rule_presets import ENDING, Preset, checked_preset, own, own_folder, save_preset, shipped_presets


class PresetLink(LinkButton):
    """A link with a menu: the presets of rules with the same words, then to save one and to read one from a file."""

    chosen = Signal(object)
    """The user chose this :class:`ui.rule_presets.Preset`."""
    failed = Signal(object)
    """A file could not be read or written; carries a Text that says why."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(mark("Presets"), icon="chevron-down", parent=parent)
        self._rules: RuleSet | None = None
        self._known: tuple[Preset, ...] = ()
        self._now: Chosen = ()
        self._may_choose = True
        self.clicked.connect(self._offer)

    def show_now(self, rules: RuleSet, now: Chosen | None, *, may_choose: bool) -> None:
        """Offer presets for ``rules``. ``now`` is what can be saved as a preset; None if an option is invalid."""
        if rules.id != self._rules_id:
            self._known = tuple(self._presets())
        self._rules, self._may_choose = rules, may_choose
        self._now = now or ()
        self.setEnabled(now is not None)

    def name_of(self, now: Chosen) -> Text | None:
        """The name of the preset that the options ``now`` are; None if they are none, or those of the rules alone."""
        same = (each for each in self._known if each.rules == self._rules_id and each.options == now)
        return next((verbatim(each.name) for each in same if each.options), None)

    @property
    def _rules_id(self) -> str:
        return self._rules.id if self._rules is not None else ""

    def entries(self) -> list[MenuEntry]:
        """The entries of the menu. The files of the user are read again."""
        self._known = tuple(self._presets())
        choose = [MenuEntry(name, partial(self.chosen.emit, found), enabled=self._may_choose)
                  for name, found in self._choices()]  # fmt: skip
        return [
            *choose,
            MenuEntry(mark("Save these options as a preset…"), self._save),
            MenuEntry(mark("Preset from a file…"), self._read, enabled=self._may_choose),
        ]

    def _offer(self) -> None:
        drop_menu(self, self.entries())

    def _choices(self) -> Iterator[tuple[Text | str, Preset]]:
        for id in self._family():
            yield OFFERED[id], Preset(id, ())
        yield from ((each.name, each) for each in self._known if each.rules in self._family())

    def _family(self) -> tuple[str, ...]:
        """The rule sets with the same words as the current one, such as both editions of riichi."""
        if self._rules is None:
            return ()
        words = self._rules.words
        alike = (id for id in OFFERED if words and (found := rule_set(id)) is not None and found.words == words)
        return tuple(alike) or (self._rules.id,)

    def _presets(self) -> Iterator[Preset]:
        yield from shipped_presets()
        for path in own():
            found = self._of_file(path)
            if found is not None:
                yield found

    def _of_file(self, path: Path) -> Preset | None:
        try:
            return checked_preset(path)
        except Refused as error:
            self.failed.emit(error.problems[0].text)
        return None

    def _save(self) -> None:
        suggested = own_folder() / f"{self._rules_id}{ENDING}"
        path = choose_new_preset(self, suggested)
        if path is None:
            return
        path = path if path.suffix else path.with_name(path.name + ENDING)
        self._write(Preset(self._rules_id, self._now, path.stem), path)

    def _read(self) -> None:
        """Choose the preset of a file, and keep a copy among those of the user."""
        path = choose_preset(self, own_folder())
        found = self._of_file(path) if path is not None else None
        if path is None or found is None:
            return
        kept = own_folder() / f"{path.stem}{ENDING}"
        if not kept.exists():
            self._write(found, kept)
        self._known = tuple(self._presets())
        self.chosen.emit(found)

    def _write(self, found: Preset, path: Path) -> None:
        try:
            save_preset(found, path)
        except OSError as error:
            reason = error.strerror or str(error)
            self.failed.emit(mark("{path} cannot be written: {reason}", path=str(path), reason=reason))
