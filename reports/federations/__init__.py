"""Reports to federations: files described by data, filled from the standings, refused while incomplete.

In reading order: ``definition`` (what a federation asks for), ``reading`` (its data file), ``known`` (the shipped ones
and the user's), ``values`` (what a column contains), ``gate`` (what is missing), ``report`` (the document).
"""
