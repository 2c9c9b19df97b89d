"""The command line: the same use cases as the desktop, for scripts, tests and machines without a screen.

``__main__`` starts it; ``commands`` lists the sub-commands, each in a module of its own that is imported only when
it is called; ``context`` holds what every command knows (language, author), ``translated_commands`` what commands are
made of, ``failures`` the message and the exit code of each error; ``bootstrap`` alone opens a store.
"""
