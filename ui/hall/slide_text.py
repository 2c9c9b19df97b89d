"""A slide in a few words, for the desk and for a screen reader."""

from typing import assert_never

from tournament.language import Text, listed, mark, verbatim
from ui.hall.slides import (
    BlankSlide,
    CountdownSlide,
    DrawSlide,
    FigureSlide,
    ListSlide,
    MessageSlide,
    PictureSlide,
    RevealSlide,
    Slide,
)


def slide_text(slide: Slide) -> Text:
    """“Session 5: 02:43, Last 15 minutes” or “Standings, page 1 of 5”."""
    match slide:
        case CountdownSlide() if slide.state_text is not None:
            return mark("{name}: {left}, {state}", name=slide.title, left=slide.remaining, state=slide.state_text)
        case CountdownSlide():
            return mark("{name}: {left}", name=slide.title, left=slide.remaining)
        case ListSlide() if slide.pages > 1:
            return mark("{list}, page {page} of {pages}", list=slide.title, page=slide.page, pages=slide.pages)
        case DrawSlide() if slide.newest is not None:
            names = listed(slide.newest.names)
            return mark("{draw}: {lot}, {names}", draw=slide.title, lot=slide.newest.lot, names=names)
        case ListSlide() | RevealSlide() | FigureSlide() | DrawSlide():
            return slide.title
        case MessageSlide():
            text = " ".join(slide.text.split()) if isinstance(slide.text, str) else slide.text
            return verbatim(text) if isinstance(text, str) else text
        case PictureSlide():
            return mark("Picture “{name}”", name=slide.name)
        case BlankSlide():
            return mark("Nothing shown")
        case _:
            assert_never(slide)
