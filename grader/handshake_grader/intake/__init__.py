"""Reads a download of the course site, and finds the files of each submission."""
