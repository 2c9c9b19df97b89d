"""The fields that define an event, the same when it is made and afterwards."""

from collections.abc import Collection

from tournament.catalogue import NAMES
from tournament.event.settings import (
    MOST_MINUTES,
    MOST_SESSIONS,
    TEXT_LENGTH,
    CountedTotals,
    PaperTotals,
    SecondReading,
    Settings,
)
from tournament.language import LANGUAGES, Text, mark, mark_in
from ui.desktop.kit.form import Form, FormField, choice_field, date_field, text_field, whole_number_field


def event_form() -> Form:
    """One labelled field for each setting, named as in :class:`Settings`; who uses it lays them out."""
    return Form(
        (
            text_field("name", mark("Name"), longest=TEXT_LENGTH),
            text_field("place", mark_in("event", "Place"), longest=TEXT_LENGTH),
            text_field("organiser", mark("Organiser"), longest=TEXT_LENGTH),
            date_field("starts", mark("First day")),
            date_field("ends", mark("Last day")),
            whole_number_field("sessions", mark("Sessions"), hint=mark("1 to {most}", most=MOST_SESSIONS)),
            whole_number_field("minutes", mark("Minutes each"), hint=mark("1 to {most}", most=MOST_MINUTES)),
            choice_field("rules", mark("Rules"), list(NAMES.items())),
            choice_field("language", mark("Language of papers"), [(each.code, each.name) for each in LANGUAGES]),
            _rule_field("counted_totals", mark("When totals differ"), CountedTotals),
            _rule_field("paper_totals", mark("Before signing"), PaperTotals),
            _rule_field("second_reading", mark("After signing"), SecondReading),
        )
    )


def show_settings(form: Form, settings: Settings, *, kept: Collection[str] = ()) -> None:
    """Show ``settings`` in the form, but in the fields ``kept``."""
    form.show({name: getattr(settings, name) for name in form.fields}, kept=kept)


def _rule_field(name: str, label: Text, rule: type[CountedTotals | PaperTotals | SecondReading]) -> FormField:
    return choice_field(name, label, [(each.value, each.label) for each in rule], read=rule)
