"""The exceptions that the grader raises: always our side or the operator's, never a student's fault."""


class GraderError(Exception):
    """Something on our side failed. An item that it stops is ungraded, never worth zero points."""


class UsageError(GraderError):
    """The command line, the settings file or a folder given on it can not be used."""


class SandboxError(GraderError):
    """The sandbox could not be set up, so nothing ran in it."""
