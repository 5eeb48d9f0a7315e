"""Twins of the named judges: lexical rules, more or less strict; *three votes* is ../judge.py."""
