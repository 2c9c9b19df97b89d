"""The screens of the hall: what :mod:`ui.hall` says, painted, and the windows that show it.

=================  ==============================================================
``colours``        dark, and light for bright halls
``hall_fonts``     the shipped typefaces with those of every script
``canvas``         words and strokes in the measures of a screen 1080 high
``painter``        one slide
``screen_view``    the widget: the slide, and the change to the next
``screen_window``  a screen of the hall on a monitor or in a window
``keep_awake``     no screen saver while a screen is on show
``sponsors``       pictures as the hall keeps them
=================  ==============================================================
"""
