"""What every page is made of.

===============  ======================================================================
``page``         a page that reads the event when it is visible; its empty state, side panel and widths
``widths``         the widths of the window at which pages change
``state_page``   a page around one frozen state that keys turn into the next
``table``        a table described by its columns, the same as on paper
``form``         typed fields, each with its reading, its keys and its refusal
``actions``      one way to carry something out and to show why it was refused
===============  ======================================================================

Built on ``widgets`` (what Qt lacks) and on the controller; it knows nothing of any page. ``docs/how-to/page.md`` shows
how a page is made of it.
"""
