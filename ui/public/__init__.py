"""The public part of a shared event, for browsers over plain HTTP. Imported only where it is served."""
