"""Tests of the use cases, on a store kept in memory."""
