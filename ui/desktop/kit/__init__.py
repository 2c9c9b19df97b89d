"""The building blocks of pages.

===============  ======================================================================
``page``         a page that reads the event when visible, and a page around one frozen state
``sides``        window widths at which pages change, and two parts that share a narrow window
``table``        a table described by its columns, the same columns as in reports
``form``         typed fields: how each is read and written, its keys and its error message
``actions``      one way to run a command and to show why it was refused
``results``      the chip that says how final results are, and the band that covers held results
``menu``         the context menu
===============  ======================================================================

The kit is built on ``widgets`` (what Qt lacks) and on the controller. It knows nothing about any page.
``docs/how-to/page.md`` shows how to build a page with it.
"""
