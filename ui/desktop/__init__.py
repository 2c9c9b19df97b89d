"""The window. Only this package uses Qt. In reading order, each part built on those above it:

=====================  ======================================================================
``theme``              colours, type, icons
``translation``        the current language, and switching it while the program runs
``widgets``            what Qt lacks; they know values of the domain, and nothing about the event
``controller``         the open event, its use cases, and requests to the window
``kit``                the building blocks of pages
``sheet``              one table of one session, as several pages show it
``hand_editor``        the tiles of a hand
``dialogs``            event files: opening one, creating one
``pages``              one package each; ``pages.catalogue`` lists them
``followers``          the parts of the window that follow the open event, created with the first one
``window``             the frame that contains the pages; ``bootstrap`` connects it to the store
=====================  ======================================================================
"""

from ui.desktop.plain_import import restore_import

restore_import()  # before the other modules, whose sources PySide would read

from ui.desktop.override_errors import catch_in_overrides  # noqa: E402

catch_in_overrides()  # before their classes are defined
