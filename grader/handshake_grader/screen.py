"""Shows text on a terminal. Names of files and students come from strangers, so all text passes
through harmless(): a control character could change what the terminal shows, or what it does."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

_CONTROLS = ("Cc", "Cs", "Zl", "Zp")  # control characters, halves of characters, line separators
_KEPT = "\n\t"
_DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def harmless(text: str) -> str:
    """The text, with the code of each control character instead of the character."""
    if text.isprintable():  # the usual case; no character of _DIRECTIONS is printable
        return text
    return "".join(_shown(one) for one in text)


def _shown(letter: str) -> str:
    is_control = unicodedata.category(letter) in _CONTROLS or letter in _DIRECTIONS
    if letter in _KEPT or not is_control:
        return letter
    return f"\\x{ord(letter):02x}" if ord(letter) < 256 else f"\\u{ord(letter):04x}"


class Screen(Console):
    """A console that prints only harmless text."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for one in super().render(renderable, options):
            yield one if one.control else Segment(harmless(one.text), one.style)


def complain(text: str) -> None:
    """Prints a message about an error."""
    print(harmless(text), file=sys.stderr)
