"""The building blocks of pages.

===============  ======================================================================
``page``         a page that reads the event when visible; its empty state, side panel and layout
``widths``       the window widths at which pages change their layout
``state_page``   a page around one frozen state; each key produces the next state
``table``        a table described by its columns, the same columns as in reports
``form``         typed fields: how each is read and written, its keys and its error message
``actions``      one way to run a command and to show why it was refused
===============  ======================================================================

The kit is built on ``widgets`` (what Qt lacks) and on the controller. It knows nothing about any page.
``docs/how-to/page.md`` shows how to build a page with it.
"""
