"""The card for prizes: a list, a line for adding or changing one, ties, and lots."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from reports.column import Emphasis, Kind
from tournament.event.prizes import (
    CURRENCY_LENGTH,
    PRIZE_LENGTH,
    Prize,
    PrizeCategory,
    Prizes,
    PrizeTies,
    amount_problem,
    places_text,
    read_amount,
    read_category,
    typed_amount,
)
from tournament.event.problem import Problem
from tournament.event.role import Act
from tournament.language import Text, listed, mark, verbatim
from tournament.standings.awards import Award
from tournament.use_cases import View
from tournament.use_cases.commands import ChangePrizes, DecideTie, PrizeCommand, RemovePrize, SetPrize
from tournament.use_cases.prizes import (
    UNDECIDED,
    categories_of,
    prizes_remarks,
    undecided_ties,
)
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.form import Form, FormField, NotRead, read_whole_number, text_field
from ui.desktop.kit.results import HeldResultsBand
from ui.desktop.kit.table import TableColumn, TableView
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextField
from ui.desktop.widgets.keys import ENTER, answer_keys
from ui.desktop.widgets.labels import MessageLabel, TextLabel
from ui.desktop.widgets.layouts import add, boxed, row, stretched
from ui.desktop.widgets.list_table import HEAD

_MOST_ROWS = 6


def _places(line: Prize) -> str:
    return str(line.place) if line.last == line.place else f"{line.place}–{line.last}"


_COLUMNS: tuple[TableColumn[Prize], ...] = (
    TableColumn(mark("Category"), lambda line: line.category.label, width=170),
    TableColumn(mark("Places"), _places, kind=Kind.CODE, width=96),
    TableColumn(mark("Prize"), lambda line: line.what, emphasis=Emphasis.NAME),
    TableColumn(mark("Amount"), lambda line: "" if line.amount is None else typed_amount(line.amount),
                kind=Kind.CODE, width=96),
)  # fmt: skip


def _read_place(typed: str) -> int | None:
    return read_whole_number(typed) if typed.strip() else None


def _read_money(typed: str) -> int | None:
    if not typed.strip():
        return None
    amount = read_amount(typed)
    if amount is None:
        raise NotRead(amount_problem(typed.strip()).text)
    return amount


def _number_text(value: object) -> str:
    return "" if value is None else str(value)


def _money_text(value: object) -> str:
    return typed_amount(value) if isinstance(value, int) else ""


class PrizesCard(Card):
    """The prizes. Enter in a field records the line; Enter on a line of the list copies it into the fields."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller = controller
        self._changed: Prize | None = None
        """The prize that is being changed; None for a new one."""
        self.table: TableView[Prize] = TableView(mark("Prizes"), _COLUMNS, key=lambda line: (line.category, line.place))
        self.ties = ChoiceBox(mark("In a tie"))
        self.ties.set_choices([(each.value, each.label) for each in PrizeTies])
        self.currency = TextField(name=mark("Currency"), placeholder=verbatim("EUR"))
        self.currency.setMaxLength(CURRENCY_LENGTH)
        self.currency.setFixedWidth(110)
        self.category = ChoiceBox(mark("Category"))
        self.form = Form(
            (
                FormField("place", mark("From place"), _read_place, _number_text, digits=True),
                FormField("last", mark("To place"), _read_place, _number_text, digits=True),
                text_field("what", mark("Prize"), longest=PRIZE_LENGTH),
                FormField("amount", mark("Amount each"), _read_money, _money_text, placeholder=verbatim("150.50")),
            )
        )
        self.save = OutlineButton(mark("Add the prize"))
        self.remove = OutlineButton(mark("Remove the prize"))
        self.tie = ChoiceBox(mark("Tie"))
        self.order = TextField(name=mark("Order by lot"), placeholder=mark("winner first: 12, 5, 9"))
        self.draw = OutlineButton(mark("Enter the lots"))
        self._lots = boxed(row(self.tie, stretched(self.order), self.draw, spacing=10))
        self.held = HeldResultsBand(controller)
        """Covers the names of tied players while results are held for the ceremony."""
        self.remarks = MessageLabel(Tone.WARN)
        self.problem = MessageLabel()
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        title = TextLabel(mark("Prizes"), kind=Type.PANEL_TITLE)
        money = TextLabel(mark("Currency"), kind=Type.DENSE, tone=Tone.TEXT2)
        add(self.body, row(title, 6, stretched(self.ties), 6, money, self.currency, spacing=10))
        add(self.body, self.table)
        place, last, amount = (self.form.labelled[name] for name in ("place", "last", "amount"))
        for each, wide in ((place, 90), (last, 90), (amount, 130)):
            each.setFixedWidth(wide)
        category = LabeledField(mark("Category"), self.category)
        add(self.body, row(stretched(category), place, last, amount, spacing=12, centred=False))
        add(self.body, self.form.labelled["what"])
        add(self.body, row(self.save, self.remove, None, spacing=10))
        for part in (self.problem, self.remarks, self.held, self._lots):
            add(self.body, part)
            part.hide()

    def _listen(self) -> None:
        self.held.turned.connect(self._show_again)
        self.table.row_chosen.connect(self._take)
        self.table.row_changed.connect(lambda line: self._take(line, go=False))
        self.save.clicked.connect(lambda _checked: self._save())
        self.remove.clicked.connect(lambda _checked: self._remove())
        self.draw.clicked.connect(lambda _checked: self._decide())
        self.ties.activated.connect(lambda _index: self._save_rule())
        self.currency.editingFinished.connect(self._save_rule)
        for name in self.form.fields:
            answer_keys(self.form.line(name), dict.fromkeys(ENTER, self._save))
        answer_keys(self.order, dict.fromkeys(ENTER, self._decide))

    def show_view(self, view: View) -> None:
        """Show the prizes, remarks about them, and the ties that must be decided by lot."""
        said = view.settings.prizes
        self.table.show_rows(said.lines)
        self.table.setVisible(bool(said.lines))
        self.table.setFixedHeight(HEAD + Size.ROW * min(len(said.lines), _MOST_ROWS) + 2)
        known = dict.fromkeys((*categories_of(view), *said.categories))
        self.category.set_choices([(category.key, category.label) for category in known])
        self.ties.setCurrentIndex(self.ties.findData(said.ties.value))
        if not self.currency.isModified():
            self.currency.setText(said.currency)
        may = self._controller.may(Act.SETTINGS)
        for part in (self.ties, self.currency, self.category, self.save, self.remove, self.draw, self.order):
            part.setEnabled(may)
        for name in self.form.fields:
            self.form.set_enabled(name, None if may else mark("for the organiser"))
        if self._changed is not None and self._changed not in said.lines:
            self._begin()
        self._show_buttons()
        ties = undecided_ties(view)
        self.held.follow(view if ties else None)
        covered = not self.held.isHidden() and self.held.covered
        remarks = [each for each in prizes_remarks(view) if not (covered and each.code == UNDECIDED)]
        self.remarks.show_message(listed(remark.text for remark in remarks) if remarks else None)
        self.tie.set_choices([(_tie_key(category, tied), _tie_text(category, tied)) for category, tied in ties])
        self._lots.setVisible(bool(ties) and not covered)

    def _show_again(self) -> None:
        if self._controller.view is not None:
            self.show_view(self._controller.view)

    def forget(self) -> None:
        """Drop what was typed for the previous event."""
        self.currency.setModified(False)
        self.order.clear()
        self.held.forget()
        self._begin()

    def _begin(self) -> None:
        """Clear the fields for another prize."""
        self._changed = None
        self.problem.hide()
        self.form.clear_refusals()
        self.form.show(dict.fromkeys(self.form.fields) | {"what": ""})
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.save.set_text(mark("Add the prize") if self._changed is None else mark("Change the prize"))
        self.remove.setVisible(self._changed is not None)

    def _take(self, line: Prize | None, *, go: bool = True) -> None:
        """Copy a line of the list into the fields. ``go`` moves the cursor there."""
        if line is None or not self._controller.may(Act.SETTINGS):
            return
        if not go and not self.table.hasFocus():
            return
        self._begin()
        self._changed = line
        self.category.setCurrentIndex(self.category.findData(line.category.key))
        last = None if line.last == line.place else line.last
        self.form.show({"place": line.place, "last": last, "what": line.what, "amount": line.amount})
        self._show_buttons()
        if go:
            self.form.line("place").setFocus()
            self.form.line("place").selectAll()

    def _save(self) -> None:
        self.problem.hide()
        self.form.clear_refusals()
        read = self.form.values(list(self.form.fields))
        if len(read) < len(self.form.fields):
            return
        place = read["place"]
        if place is None:
            self.form.refuse("place", mark("Which place?"))
            return
        category = read_category(str(self.category.currentData())) or PrizeCategory()
        last = place if read["last"] is None else read["last"]
        prize = Prize(category, place, last, read["what"], read["amount"])
        changed = self._changed
        if self._done(SetPrize(prize, changed)):
            self._begin()
            self.form.line("place").setFocus()

    def _remove(self) -> None:
        line = self._changed
        if line is not None and self._done(RemovePrize(line.category, line.place)):
            self._begin()
            self.form.line("place").setFocus()

    def _save_rule(self) -> None:
        view = self._controller.view
        if view is None:
            return
        said = view.settings.prizes
        ties, currency = PrizeTies(self.ties.currentData()), self.currency.text().strip()
        changed = Prizes(said.lines, ties, currency, said.lots)
        if changed != said and self._done(ChangePrizes(changed)):
            self.currency.setModified(False)

    def _decide(self) -> None:
        """Record the order that lots decided among tied players."""
        category = read_category(str(self.tie.currentData() or "").rpartition("/")[0])
        order = tuple(part.strip() for part in self.order.text().replace(";", ",").split(",") if part.strip())
        if category is not None and self._done(DecideTie(category, order)):
            self.order.clear()

    def _done(self, command: PrizeCommand) -> bool:
        problems: Sequence[Problem] = attempt(self._controller, command)
        if not problems:
            self.problem.hide()
            return True
        problem = problems[0]
        if problem.field in self.form.fields:
            self.form.refuse(problem.field, problem.text)
        else:
            self.problem.set_text(problem.text)
            self.problem.show()
        return False


def _tie_key(category: PrizeCategory, tied: Sequence[Award]) -> str:
    return f"{category.key}/{tied[0].place}"


def _tie_text(category: PrizeCategory, tied: Sequence[Award]) -> Text:
    places = places_text(range(tied[0].place, tied[0].last + 1))
    return mark("{category}, {places}", category=category.label, places=places)
