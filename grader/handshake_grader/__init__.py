"""Grades the assignment: reads submissions, runs them in a sandbox, and writes marks."""

from report.version import VERSION

__version__ = VERSION
