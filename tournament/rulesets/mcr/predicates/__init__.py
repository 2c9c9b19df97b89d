"""The predicates that find fan, by theme. The table of fan (``fans``) says which fan uses which predicate.

A predicate returns the mark of its fan: an integer that says what makes it, 0 or False if it is absent.
"""
