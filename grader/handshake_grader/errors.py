"""The errors of the grader: always our fault or the operator's, never a student's."""

import errno

# The exit codes of grader/grade. `grader/grade --help` explains them.
EXIT_OK, EXIT_LOOK, EXIT_USAGE, EXIT_FAULT, EXIT_INTERRUPTED = 0, 1, 2, 70, 130


class GraderError(Exception):
    """Something on our side failed. If this error stops an item, the item stays ungraded; it does
    not get zero points."""


class DiskFullError(GraderError):
    """Stops the whole run, because no single item is the cause; the same command continues it
    later."""

    def __init__(self, error: Exception):
        if isinstance(error, OSError) and error.errno == errno.EFBIG:
            said = f"the limit for the size of a file is reached ({error}); raise it (ulimit -f)"
        else:
            said = f"the disk is full ({error}); free some space"
        super().__init__(f"{said} and start the command again")

    @staticmethod
    def is_cause(error: Exception) -> bool:
        full = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        return isinstance(error, OSError) and error.errno in full


class UsageError(GraderError):
    """The command line is wrong, or a file or folder that it names cannot be used."""


class SandboxError(GraderError):
    """The sandbox could not be set up, so nothing ran in it."""
