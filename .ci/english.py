"""Searches files for the phrases that docs/style.md, section "English", asks you not to write.
Words in backquotes are not checked: they are code, or words that a sentence is about."""

from __future__ import annotations

import re
import sys
from pathlib import Path

THING = (
    r"(?:thread|warp|block|line|row|byte|bit|element|entry|word|partner|object|number|job|record"
    r"|match|place|launch|work)s?"
)
PLACE = (
    r"(?:node|edge|directed edge|thread|warp|lane|GPU|rank|student|submission|man|woman|person"
    r"|community|array|line|row|pass|weight|day|job|element|step)"
)
NOT_A_THING = r"longer|more|less|better|worse|one|other|such|doubt|two|different"
INSTEAD = {
    rf"\b(?:one|two|four|\d+|each|a|an|same) {THING} an? {PLACE}\b": "one thread per node",
    r"\bcan not\b(?! only)": "cannot",
    r"\bstands? (?:there )?twice\b": "appears twice",
    r"\bstands? (?:at|in) (?:the|both) (?:file|list|ends)\b": "is in the file",
    r"\bis told (?:in|on|by|with|once|as)\b": "is reported",
    r"\bat most so many\b": "at most that many",
    r"\bbehind (?:the|its) (?:last|end|array|line)\b": "after the last",
    r"\bnobody (?:wrote|has|reads|counts|knows|needs|trusts|waits|looks|can)\b": "never written",
    r"(?i:\bwhoever\b)": "the thread that, every student who",
    rf"(?<=\w )(?<!here )(?:is|are|was|were) no (?!(?:{NOT_A_THING})\b)(?=[a-z])": "is not a",
    r"\bfor ever\b": "forever",
    r"\banew\b": "again, with new numbers",
    r"\bof (?:ours|theirs)\b": "our, of the grader",
    r"\bcomes? to (?:an|its|their) end\b": "ends",
    r"\b(?:do|does|did|is|are|was|were|wo|would|should|could|ca)n't\b": "the words in full",
}
CODE = re.compile(r"`[^`]*`")


def findings(text: str) -> list[tuple[int, str, str]]:
    """Returns for every phrase its line, the phrase itself, and what to write instead."""
    return [
        (number, one.group(), write)
        for number, line in enumerate(text.splitlines(), 1)
        for pattern, write in INSTEAD.items()
        for one in re.finditer(pattern, CODE.sub("``", line))
    ]


def main() -> int:
    count = 0
    for name in sys.argv[1:]:
        if name.startswith(".ci/english"):  # these files quote the phrases
            continue
        for number, phrase, write in findings(Path(name).read_text(errors="replace")):
            print(f'{name}:{number}: "{phrase}": write as in "{write}" (docs/style.md, English)')
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
