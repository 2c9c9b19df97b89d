"""Quatre Vents, the domain: mahjong tournaments, hand by hand.

The packages, in reading order; each imports only from those above it:

==============  ======================================================================
``language``    messages marked for translation, number and date formats
``files``       files replaced in one step, and the folders of the user
``tiles``       winds, tiles and their one text notation
``hand``        a winning hand and every way to read it
``rules``       what a rule set is: settlement, seat rotation, faults, table points
``rulesets``    the rule sets themselves, which know nothing of one another
``catalogue``   the one ordered list of them
``event``       players, settings, seating
``ledger``      the facts, the sheet of one table computed from them, the checks
``draw``        who sits where: methods, measures, verifier
``standings``   ranking of the event
``use_cases``   one function for each thing a user does; the port to the store
``storage``     the journal on SQLite
==============  ======================================================================

The way of one hand: a referee types a hand; the desktop or the command line (``ui``) builds a command and calls
``use_cases``; ``ledger.checks`` answers with problems or none; the entry is appended and committed;
``use_cases`` returns what changed; the caller asks ``standings`` again, computed from the ledger;
``reports`` turns the answer into a document and a file. Nothing below calls upward, and nothing
computed is ever stored.
"""
