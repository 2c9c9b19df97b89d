"""The next season of the open league as a new event: its name and dates, who comes along, and where it is saved."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QWidget

from tournament.event.problem import Refused
from tournament.event.settings import Settings, settings_problems
from tournament.language import mark, verbatim
from tournament.use_cases.new_season import next_season, players_who_left, season_after
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_fields import event_form, show_settings
from ui.desktop.dialogs.files import event_file_name
from ui.desktop.dialogs.new_file import NewFileDialog, free_path
from ui.desktop.long_work import Work
from ui.desktop.opening_errors import refusal_of
from ui.desktop.widgets.cards import NoticeKind
from ui.desktop.widgets.fields import CheckBox
from ui.desktop.widgets.layouts import row, stretched

_FIELDS = ("name", "starts", "ends")


class NewSeasonDialog(NewFileDialog):
    """Ctrl+Enter creates the season and opens it; Esc changes nothing.

    Raises Refused if the open event is no league, or is damaged: members may be missing.
    """

    def __init__(self, controller: EventController, *, parent: QWidget) -> None:
        if controller.damaged:
            raise Refused(*controller.book.damage)
        self._event = controller.book.view
        self._proposed = next_season(self._event.settings)
        self._folder = Path(controller.book.place).parent
        self._own_place = self._place_for(self._proposed.name)
        super().__init__(
            controller,
            self._own_place,
            mark("Create the season"),
            title=mark("New season from this one"),
            list_title=mark("Withdrawn or disqualified"),
            high=560,
            parent=parent,
        )
        left = players_who_left(self._event)
        self.fields = event_form(_FIELDS)
        show_settings(self.fields, self._proposed)
        self.with_left = CheckBox(mark("Also those who withdrew or were disqualified"))
        self.tell_list(verbatim(player.name) for player in left)
        for part in (self.with_left, self.list):
            part.setVisible(bool(left))
        self.outcome.hide()
        self.lay_out(
            mark(
                "The new event has the members with their numbers, the rules and their options, the rules of the "
                "season, prizes, logo and PINs. It has no evenings, games or results. This event does not change."
            ),
            (mark("Season before"), f"{self._event.settings.name} · {controller.book.place}"),
            self.fields.labelled["name"],
            row(stretched(self.fields.labelled["starts"]), stretched(self.fields.labelled["ends"]), spacing=16),
            self.with_left,
            self.list,
            None,
            buttons=row(self.leave, None, self.make, spacing=10),
        )
        self.fields.line("name").textEdited.connect(self._name_typed)
        self.make.clicked.connect(self._begin)
        self.fields.line("name").setFocus()
        self.fields.line("name").selectAll()

    def _place_for(self, name: str) -> Path:
        return free_path(self._folder / event_file_name(name))

    def _name_typed(self, name: str) -> None:
        """Name the file after the season, unless the user chose its place."""
        if self.new == self._own_place:
            self._own_place = self._place_for(name)
            self.show_new(self._own_place)

    def _begin(self) -> None:
        settings = self._typed()
        if settings is None or self.busy:
            return
        self.outcome.hide()
        new, by = self.new, self.controller.user.by
        season = season_after(self._event, settings, with_left=self.with_left.isChecked())
        work = Work(lambda _step: bootstrap.begin_season(new, season, by))
        self.follow(work, mark("Creating {name}", name=new.name), self.open_new)

    def _typed(self) -> Settings | None:
        """The settings with what is typed; None if something is wrong with it, which its field then shows."""
        self.fields.clear_refusals()
        settings = replace(self._proposed, **self.fields.values(_FIELDS))
        for problem in settings_problems(settings):
            if problem.field in _FIELDS and not self.fields.refused(problem.field):
                self.fields.refuse(problem.field, problem.text)
        wrong = next((field for field in _FIELDS if self.fields.refused(field)), None)
        if wrong is not None:
            self.fields.line(wrong).setFocus()
        return settings if wrong is None else None

    def refuse(self, error: Exception) -> None:
        """Show why it failed, and let the user choose another place."""
        self.tell(NoticeKind.DANGER, refusal_of(error, self.new).text)
        self.other.setFocus()

    def cancelled(self) -> None:
        """Handle that the event may have been created before the work was cancelled."""
        if self.new.exists():
            self.tell(NoticeKind.INFO, mark("The season has already been created in “{path}”.", path=str(self.new)))
        else:
            super().cancelled()
