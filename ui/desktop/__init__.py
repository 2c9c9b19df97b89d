"""The window: Qt lives here and nowhere else. In reading order, each built on those above it:

=====================  ======================================================================
``theme``              colours, type, icons
``translation``        the language in use, and its switch while the program runs
``widgets``            what Qt lacks; they know values of the domain, and nothing of the event
``controller``         the open event, its use cases, and what is asked of the window
``kit``                what every page is made of
``sheet``              one table of one session, as several pages show it
``hand_editor``        the tiles of a hand
``dialogs``            event files: opening one, making one
``pages``              one package each; ``pages.catalogue`` lists them
``window``             the frame that holds the pages; ``bootstrap`` wires it to the store
=====================  ======================================================================
"""
