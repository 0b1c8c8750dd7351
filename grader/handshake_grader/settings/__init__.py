"""The settings file of an assignment, and what it asks to find out."""
