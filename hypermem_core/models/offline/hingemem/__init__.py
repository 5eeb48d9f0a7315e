"""Offline twins of the prompts of HingeMem."""
