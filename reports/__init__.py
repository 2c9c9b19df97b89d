"""What can be printed or exported, and the writers that do it.

``document`` holds pure values without any file format; ``sheets`` turn an event into a document,
one module a report; ``writers`` turn a document into a file; ``catalogue`` lists what there is.
"""
