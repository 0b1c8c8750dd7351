"""Builds the kit, and builds submissions with it."""
