"""The hand editor: tiles arranged by mouse and keys or typed in a line, judged with every change.

One frozen ``HandState`` holds what is typed and looked at; ``verdict`` judges it. ``editor`` shows it at the left
(rack, line, how it was won, tiles left), ``panel`` at the right (points, fan, waits).
"""
