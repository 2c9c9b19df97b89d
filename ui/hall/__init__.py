"""The hall: what its screens show, without any screen.

Everything shown is made from a :class:`~tournament.use_cases.public_view.PublicView`, now, and the state of the hall;
who paints it (``ui.desktop.display``) only paints. Nothing here knows Qt.

===============  ======================================================================
``hall_state``   the screens with their names, what each shows, saved arrangements, the message
``hall_file``    the state as JSON
``hall_store``   the state as it is kept on this computer
``browsers``      which browsers show the screens, as their server keeps it for the desk
``ceremony``      places told from below up to the first, forward and back
``slides``       what a screen paints: values with texts, no measures
``live_draw``    numbers, teams, names or seats drawn live, one at a time
===============  ======================================================================
"""
