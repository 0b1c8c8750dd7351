"""From verdicts to marks: journal, scores, late days, gradebooks, and what looks odd."""
