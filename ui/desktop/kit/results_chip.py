"""The chip that says how final some results are, in the words of papers and screens."""

from tournament.use_cases.results_state import ResultsState
from ui.desktop.theme import Tone
from ui.desktop.widgets.signs import Chip


def show_results_state(chip: Chip, state: ResultsState | None) -> None:
    """Show ``state`` in ``chip``, or hide it if there is nothing to say."""
    text = None if state is None else state.text
    chip.setVisible(text is not None)
    if state is not None and text is not None:
        if state.provisional:
            chip.set_chip(text, icon="half", tone=Tone.WARN)
        else:
            chip.set_chip(text, icon="tick", tone=Tone.OK)
