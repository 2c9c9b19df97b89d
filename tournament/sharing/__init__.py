"""An event that several desks share: its journal is replicated, with one writer.

Nothing here uses sockets, clocks or windows. A desk sends commands, never entries. The host carries them out, and every
desk appends the new entries to its replica.

Modules: ``keys`` (what a computer is recognised by), ``statements`` (which computers may replace a host, and so which
one is the host), ``succession`` (whom a desk follows, who takes over, who steps back), ``ends`` (how far the entries go
that a host wrote), ``invitation`` (how to reach an event), ``tickets`` (how many desks join with one), ``joining``,
``six_digits`` and ``approval`` (how a desk and a host that do not know each other find out that they may trust each
other), ``messages`` (what desk and host send each other), ``host`` (the only writer, and taking over from a lost one),
``shared_book`` (the event at a desk, with the orders that the host does not have yet).
"""
