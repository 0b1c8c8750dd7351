"""Grades the assignment: reads submissions, runs them in a sandbox, scores and reports."""

from report.version import VERSION as __version__  # noqa: F401
