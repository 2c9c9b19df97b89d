"""What can be printed or exported, and the writers that do it.

``document`` contains pure values without any file format; ``sheets`` turn an event into a document, one module per
report; ``writers`` turn a document into a file; ``catalogue`` lists the reports.
"""
