"""The errors of the grader: always our fault or the operator's, never a student's."""

# The exit codes of grader/grade. `grader/grade --help` explains them.
EXIT_OK, EXIT_LOOK, EXIT_USAGE, EXIT_FAULT, EXIT_INTERRUPTED = 0, 1, 2, 70, 130


class GraderError(Exception):
    """Something on our side failed. If this error stops an item, the item stays ungraded; it does
    not get zero points."""


class DiskFullError(GraderError):
    """Stops the whole run, because no single item is the cause; the same command continues it
    later."""

    def __init__(self, error: Exception):
        super().__init__(f"the disk is full ({error}); free some space and start the command again")


class UsageError(GraderError):
    """The command line is wrong, or a file or folder that it names cannot be used."""


class SandboxError(GraderError):
    """The sandbox could not be set up, so nothing ran in it."""
