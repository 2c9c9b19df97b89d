"""Entry: what a referee types and what each key does, without any screen.

States are frozen values, and a key is a function from state to state. The window (``ui.desktop``) renders a state,
passes the keys on, and carries out the command that a state asks for. Nothing here knows Qt.

=======================  ======================================================================
``form``                 what all forms share: the result of a key, refusals at a field, usual reasons
``table_sheet``          one table of one session: players, sheet, and what can be typed next
``sheet_lines``          its lines in the order of the paper, and who pays whom in a hand
``hand_draft``           an unfinished hand, and what Enter does with it; ``hand_typing``: the other keys of its form
``hand_keys``            a hand on the page: what is asked before it is recorded out of turn, and where Esc goes
``penalty_draft``        an unfinished penalty and its keys, the list of faults, the penalties of an event
``repair_draft``         an unfinished repair of a sheet, and its keys
``reading_draft``        an unfinished second reading and its keys; ``second_reading_keys``: how it begins and ends
``paper_totals``         the four totals of the paper, beside the computed ones
``end_keys``             the keys of the end of a sheet: totals, likely causes of a difference, signature
``proposal_keys``        what players proposed on their phones, and what a referee does with it
``tables_state``         the state of the page Tables with all of these; ``fouls_state``: of the page Fouls
``cursor``               where the cursor of the page Tables is, and where keys move it
``page_keys``            the keys that work while nothing is typed, and what follows from a command
``half_typed``           unfinished entries, as they are stored between two runs of the program
``arrangement``          the tiles of a hand, and the line in which they are typed; ``verdict``: their value
``table_tiles``          the tiles of all players at a table
=======================  ======================================================================
"""
