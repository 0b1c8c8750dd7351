"""The messages between the grader and a runner."""
