"""Tests of the reports and their writers."""
