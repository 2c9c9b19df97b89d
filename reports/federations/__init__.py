"""What federations want of an event: files described by data, filled from the standings, refused while incomplete.

In reading order: ``definition`` (what a federation asks for), ``reading`` (its data file), ``known`` (those that ship
and those of the user), ``values`` (what a column holds), ``gate`` (what is missing), ``report`` (the document).
"""
