"""Runs a program that is not trusted, so that it can use only what it was given."""
