"""The hand editor: tiles laid out and typed (``laid``), judged while they come (``verdict``), and shown.

``editor`` is the left side (rack, line, how it was won, tiles left), ``panel`` the right one (points, fan, waits);
``claim`` holds points claimed on a sheet against those counted.
"""
