"""The screens of the hall and its sounds: paints and plays what :mod:`ui.hall` describes.

======================  ==================================================================================
``colours``             dark, and light for bright halls
``hall_fonts``          the bundled typefaces, including those of other scripts
``canvas``              text and shapes in the units of a screen 1080 high
``painter``             one slide
``countdown_painting``  the countdown
``list_painting``       a page of a list
``screen_window``       a screen of the hall on a monitor or in a window, and the change to the next slide
``alone``               a screen in a process of its own, which follows the event file
``hall_controller``     opens the screens of the event, keeps them on their monitors and watches them
``connected_monitors``  the monitors of this computer
``keep_awake``          no screen saver while a screen is shown
``sponsors``            the stored pictures of sponsors
``sounds``              the sounds chosen for this computer, and playing them
``sound_player``        one sound on one device; the only module that uses QtMultimedia
``sound_settings``      where the organiser chooses and tries the sounds
``gong_keeper``         sounds and reports every warning and gong once
======================  ==================================================================================
"""
