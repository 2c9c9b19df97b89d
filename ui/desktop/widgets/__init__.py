"""The widgets that pages are built of. They have setters and signals, and know no rules of the game.

Each uses only those before it: ``painting``; ``labels``, ``keys`` and ``signs``; ``buttons``; ``layouts``; ``cards``;
``fields``. Every text is a message of :mod:`tournament.language`, and is rendered again when the language changes.
"""
