"""Turns verdicts into marks: the journal, scores, late days, gradebooks, and anomalies."""
