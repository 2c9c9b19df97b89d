"""The parts that pages are made of: setters in, signals out, no rule of the game inside.

``painting`` ← ``labels``, ``key_text``, ``signs`` ← everything else. Every text is a message of
:mod:`tournament.language` and is shown anew when the language changes.
"""
