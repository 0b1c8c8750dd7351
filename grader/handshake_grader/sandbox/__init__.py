"""Runs a program that is not trusted, so that it reaches nothing but what it was given."""
