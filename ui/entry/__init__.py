"""Entry: what a referee types, and what each key makes of it, without any screen.

States are frozen values and keys are functions from state to state; who shows them (``ui.desktop``) renders a state,
passes the keys on, and carries out the command that a state asks for. Nothing here knows Qt.

=================  ======================================================================
``table_sheet``    one table of one session: players, sheet, what can be typed next
``sheet_lines``    its lines in the order of the paper
``cursor``         which line the cursor stands on, and where the keys move it
``hand_draft``     a hand half typed; ``hand_keys``: its keys
``typed_totals``   the totals as written on paper; ``end_keys``: the keys of the end of the sheet
``penalty_draft``  a penalty half typed, and its keys; ``faults`` finds the fault, ``penalties`` lists what was given
``second_reading_keys``  a signed sheet read again; none of its figures is in view for who reads
``repair_draft``   a repair of the sheet half typed, and its keys
``outcome``        what follows when a command was carried out or refused
``tables_state``   all of this for the page of the tables; ``fouls_state`` for that of the fouls
``arrangement``    the tiles of a hand as they are arranged; ``hand_line``, ``verdict``
=================  ======================================================================
"""
