"""Tests of the shipped files."""
