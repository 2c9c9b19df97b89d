"""Tests of the reading of lines."""
