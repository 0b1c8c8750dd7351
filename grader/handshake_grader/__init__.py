"""Grades the assignment: reads submissions, runs them in a sandbox, scores and reports."""

__version__ = "1.0.0"
