"""A hand, won or waiting, and every way to read it.

``meld`` and ``situation`` are parts of a ``hand``; ``legality`` finds its faults (``problem``); ``notation`` reads and
writes it; ``elements`` and ``groups`` divide its tiles into sets, ``readings`` into whole hands; ``completing`` finds
the tiles that complete thirteen, ``shanten`` how far they are from being ready.
"""
