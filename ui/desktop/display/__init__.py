"""The screens of the hall and its sounds: what :mod:`ui.hall` says, painted and played.

==================  ==============================================================
``colours``         dark, and light for bright halls
``hall_fonts``      the shipped typefaces with those of every script
``canvas``          words and strokes in the measures of a screen 1080 high
``painter``         one slide
``screen_view``     the widget: the slide, and the change to the next
``screen_window``   a screen of the hall on a monitor or in a window
``keep_awake``      no screen saver while a screen is on show
``sponsors``        pictures as the hall keeps them
``sounds``          the sounds as this computer plays them, and what was chosen
``sound_player``    one sound on one device; the one module of QtMultimedia
``sound_settings``  where the organiser chooses and tries them
``gong_keeper``     every warning and gong heard once, and told
==================  ==============================================================
"""
