"""The lab of the matching, and the paths of its files; for tests."""

from handshake_grader.lab import MATCHING, lab_named

LAB = lab_named(MATCHING)
WRAPPER, HANDSHAKING, FILTER, SCAN, EXTRA = PATHS = LAB.paths
(EXTENSION,) = LAB.optional
