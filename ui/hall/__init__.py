"""What the screens of the hall show, computed without Qt.

Everything shown is computed from a :class:`~tournament.use_cases.public_view.PublicView`, the current time, and the
state of the hall. ``ui.desktop.display`` paints it, ``ui.public.screens`` makes web pages of it.

==================  ======================================================================
``hall_state``      the screens, what each shows, saved arrangements, the message to players
``hall_store``      that state in a file on this computer; ``hall_folder`` has the path
``monitors``        which monitor a screen is on
``browsers``        which browsers show the screens, stored by their server for the desk
``slides``          what a screen shows: values with texts, without sizes
``slide_builder``   the slides of a screen now; ``lists``, ``countdown`` and ``shown_session`` are parts of it
``ceremony``        places revealed from the last one shown to the first, forward and back
``live_draw``       numbers, teams, names or seats drawn live, one at a time
``event_time``      the time of an event, which a change of the computer's clock does not affect
``gongs``           which sounds are due now, and which were played; ``sound_samples`` converts sounds for a device
==================  ======================================================================
"""
