"""The settings file of an assignment, and the items that it asks the grader to examine."""
