"""Quatre Vents, the domain: mahjong tournaments, hand by hand.

The packages, in the order in which to read them. Each imports only from those above it:

==============  ======================================================================
``language``    messages marked for translation, number and date formats
``files``       files replaced in one step, and the folders of the user
``tiles``       winds, tiles and their notation
``hand``        a winning hand and every way to read it
``rules``       what a rule set is: settlement, seat rotation, faults, table points
``rulesets``    the rule sets themselves, none of which imports another one
``catalogue``   the list of all rule sets
``event``       players, settings, seating
``ledger``      the facts, the sheet of one table computed from them, the checks
``draw``        seats: methods of drawing them, measures, verifier
``standings``   ranking of the event
``use_cases``   everything that a user can do, as commands; the port to the store
``sharing``     an event that several desks share: messages, host, replica
``storage``     the journal on disk: SQLite, or a PostgreSQL database
==============  ======================================================================

What happens when a referee enters a hand: the desktop or the command line (``ui``) builds a command and calls
``use_cases``. ``ledger.checks`` returns the problems with it. If none stops it, the entry is appended and committed,
and ``use_cases`` returns what changed. The caller then reads ``standings``, which are computed from the ledger, and
``reports`` makes documents and files of them. No package calls one further down in this table, and nothing that is
computed is ever stored.
"""
