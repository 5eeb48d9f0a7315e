"""Ranking, shared by all methods: one module for each thing a stage does."""
