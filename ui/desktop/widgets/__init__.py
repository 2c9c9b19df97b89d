"""The parts that pages are made of. They have setters and signals, and contain no rules of the game.

``painting`` ← ``labels``, ``keys``, ``signs`` ← ``buttons`` ← ``layouts`` ← ``cards`` ← ``fields``. Every text is a
message of :mod:`tournament.language` and is shown again when the language changes.
"""
