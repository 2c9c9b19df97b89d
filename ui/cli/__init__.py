"""The command line: the same use cases as the desktop, for scripts, tests and machines without a screen.

``__main__`` starts it. ``commands`` lists the sub-commands and has what they are made of; each is in a module of its
own, which is imported only when the command is called. ``context`` is what every command knows (language, author),
``failures`` has the message and the exit code of each error, and only ``bootstrap`` opens a store.
"""
