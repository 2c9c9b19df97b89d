"""The screens of the hall and its sounds: paints and plays what :mod:`ui.hall` describes.

==================  ==============================================================
``colours``         dark, and light for bright halls
``hall_fonts``      the bundled typefaces, including those of other scripts
``canvas``          text and shapes in the units of a screen 1080 high
``painter``         one slide
``screen_view``     the widget: the slide, and the change to the next
``screen_window``   a screen of the hall on a monitor or in a window
``keep_awake``      no screen saver while a screen is shown
``sponsors``        the stored pictures of sponsors
``sounds``          the sounds chosen for this computer, and playing them
``sound_player``    one sound on one device; the only module that uses QtMultimedia
``sound_settings``  where the organiser chooses and tries them
``gong_keeper``     sounds and reports every warning and gong once
==================  ==============================================================
"""
