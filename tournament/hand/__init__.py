"""A hand, won or waiting, and every way to read it.

``meld`` and ``situation`` make a ``hand``; ``legality`` finds its faults (``problem``); ``notation``
reads and writes it; ``elements`` and ``groups`` cut its tiles into sets, ``readings`` into whole
hands; ``completing`` says which tiles complete thirteen, ``shanten`` how far they are from that.
"""
