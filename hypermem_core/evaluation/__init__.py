"""Scores: judge, F1 and evidence recall per question, then aggregated with intervals."""
