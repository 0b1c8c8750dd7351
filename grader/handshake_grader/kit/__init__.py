"""Builds the kit, and a submission with it."""
