"""Examines one submission, one item after the other."""
