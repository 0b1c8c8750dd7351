"""One submission under examination: the data that all kinds of examination share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..intake.class_folder import Attempt
from ..intake.submission import Submission
from ..kit.build import Builder, Built
from ..kit.host_code import in_words
from ..kit.kit import Kit
from ..lab import Lab
from ..messages import sentence
from ..secret.case_seed import CaseSeeds
from ..settings.plan import Item
from ..settings.settings import Settings
from ..verdict import Evidence, ItemResult, Verdict

MOST_LOG_LINES = 12


@dataclass
class Bench:
    kit: Kit
    settings: Settings
    seeds: CaseSeeds
    attempt: Attempt
    builder: Builder
    kernels_s: float = 0.0  # time of the submission's programs, and of our programs

    @property
    def submission(self) -> Submission:
        return self.attempt.submission

    @property
    def student(self) -> str:
        """Whose secret cases the submission gets."""
        return self.attempt.seed_id

    @property
    def folder(self) -> Path:
        """The folder for files of this submission; no other submission uses it."""
        return self.builder.folder

    def obstacle(
        self, item: Item, paths: list[str], *builds: Callable[[], Built]
    ) -> ItemResult | None:
        """A result that says why these files cannot be run (they are missing, do not build, or a
        person must decide first); None if they can be run."""
        missing = self._missing(item, paths)
        if missing:
            return missing
        for build in builds:
            built = build()
            if built.file is None:
                return self._not_built(item, paths, built)
        return self._held(item, paths)

    def labeled(self, item: Item, paths: list[str], result: ItemResult) -> ItemResult:
        """If the result is a failure, and one of the files was never begun, the verdict becomes
        NOT_STARTED or NOT_CHECKED. A right result counts even if no file was begun."""
        if result.verdict is Verdict.OK or result.verdict.needs_human:
            return result
        unstarted = [path for path in paths if not self.submission.is_begun(path)]
        return _unstarted(item, paths, unstarted) if unstarted else result

    def _missing(self, item: Item, paths: list[str]) -> ItemResult | None:
        missing = [path for path in paths if path not in self.submission.files]
        if not missing:
            return None
        unread = self.submission.unread
        reasons = [unread[path] for path in missing if path in unread]
        if reasons:
            found = [one for one in self.submission.notes if one != reasons[0]]
            evidence = tuple(Evidence(one.text, secret=True) for one in found)
            return ItemResult(item.id, Verdict.UNREAD, reasons[0].text, evidence)
        return _unstarted(item, paths, missing, sentence("file_absent", paths=", ".join(missing)))

    def _not_built(self, item: Item, paths: list[str], built: Built) -> ItemResult:
        lines = tuple(Evidence(line) for line in built.log.splitlines()[:MOST_LOG_LINES])
        blamed = built.at_fault
        if len(paths) > 1 and blamed and not item.part.extra_credit:
            return ItemResult(item.id, Verdict.NOT_CHECKED, values={"needs": _names([blamed])})
        unstarted = [path for path in paths if not self.submission.is_begun(path)]
        if unstarted:
            return _unstarted(item, paths, unstarted)
        return ItemResult(
            item.id, Verdict.NO_BUILD, _why_not_built(paths, built, self.submission.lab), lines
        )

    def _held(self, item: Item, paths: list[str]) -> ItemResult | None:
        """The result HELD if one of these files has host code that it should not have, such as a
        system call. None if there is no such file, or if a person has accepted the exact text of
        each such file, and of extra.cu with onewaywrapper.cu."""
        accepted = {one.sha256 for one in self.settings.sandbox.host_code}
        included = self.submission.lab.included  # the file with host code includes it
        for path in paths:
            calls = self.builder.host_calls(path) if path != included else []
            checksum = self.submission.checksum(path)
            if calls and checksum not in accepted:
                said = sentence("holds_host_code", path=path)
                lines = (Evidence(f"sha256 {checksum}", secret=True),)
                return ItemResult(item.id, Verdict.HELD, said, lines, {"calls": in_words(calls)})
        return None


def _why_not_built(paths: list[str], built: Built, lab: Lab) -> str:
    path = built.at_fault
    if built.lacks:
        header = lab.host_header if path == lab.host else lab.header
        return sentence("not_as_declared", path=path, function=built.lacks, header=header)
    if path:
        return sentence("not_compiled", path=path)
    return sentence("not_linked", paths=_names(paths))


def _unstarted(item: Item, paths: list[str], unstarted: list[str], nothing: str = "") -> ItemResult:
    if len(paths) == 1 or item.part.extra_credit:
        nothing = nothing or sentence("file_untouched")
        return ItemResult(item.id, Verdict.NOT_STARTED, values={"nothing": nothing})
    return ItemResult(item.id, Verdict.NOT_CHECKED, values={"needs": _names(unstarted)})


def _names(paths: list[str]) -> str:
    return ", ".join(Path(path).name for path in paths)
