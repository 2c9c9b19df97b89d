"""Tests of the command line, as scripts use it."""
