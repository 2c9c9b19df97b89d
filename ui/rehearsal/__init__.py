"""Rehearsal: tables filled with hands, and the situations that wait to be got out of, without any screen.

==============  ======================================================================
``filling``     hands as they are played, for tables where nothing stands
``situations``  what goes wrong in a hall, set up at a table, with the way out
==============  ======================================================================
"""
