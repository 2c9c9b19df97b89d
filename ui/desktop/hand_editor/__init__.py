"""The hand editor: tiles are arranged with mouse and keys or typed in a line, and evaluated after every change.

A frozen ``HandState`` contains what is typed and highlighted; its ``verdict`` evaluates the hand. ``editor`` is the
left side (rack, line, how the hand was won, tiles left), ``panel`` the right side (points, fan, waits).
"""
