"""Texts of licences in a window that wraps lines itself."""

from assets.licences import works
from ui.desktop.dialogs.unwrapping import unwrapped

WRAPPED = """\
The Licence of Nowhere
Version 1

                       A HEADING IN THE MIDDLE OF ITS PAGE, ON
                       TWO LINES
Copyright (c) 2020 The Authors of this Work and of the Works beside it
Copyright (c) 2021 Ada Nowhere and whoever else is named in the list of
  Authors

 Everybody may copy this text, which somebody wrapped as terminals want
 it,
 and may show it.
   a) The first entry of a list, which is so long that a second line is
      wanted for it;
   b) the second entry
- a third

  name of a column     and another, which are far apart, as tables are
  the cell below it    and what is in it
"""
SHOWN = """\
The Licence of Nowhere
Version 1

                       A HEADING IN THE MIDDLE OF ITS PAGE, ON
                       TWO LINES
Copyright (c) 2020 The Authors of this Work and of the Works beside it
Copyright (c) 2021 Ada Nowhere and whoever else is named in the list of
  Authors

 Everybody may copy this text, which somebody wrapped as terminals want it,
 and may show it.
   a) The first entry of a list, which is so long that a second line is wanted for it;
   b) the second entry
- a third

  name of a column     and another, which are far apart, as tables are
  the cell below it    and what is in it
"""


def test_paragraphs_become_lines_and_what_has_lines_of_its_own_keeps_them() -> None:
    assert unwrapped(WRAPPED) == SHOWN
    assert unwrapped("") == ""


def test_every_text_that_travels_keeps_its_words() -> None:
    for work in works():
        shown = unwrapped(work.text)
        assert shown.split() == work.text.split(), work.name
