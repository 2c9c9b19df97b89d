"""The command line: the same office as the desktop, for scripts, tests and machines without a screen.

``__main__`` starts it; ``commands`` lists the sub-commands, each in a module of its own that is imported only when
it is called; ``face`` holds what every command knows (language, author), ``parts`` what commands are made of,
``failures`` what an error says and which exit code it gives; ``bootstrap`` alone opens a store.
"""
