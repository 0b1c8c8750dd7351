"""Grades the assignment: reads submissions, runs them in a sandbox, scores and reports."""

from report.version import VERSION

__version__ = VERSION
