"""Builds HTML. Everything that is not Markup is escaped, so text of a student cannot become
markup."""

from __future__ import annotations

import html
import re

# Characters that browsers do not show, or that reverse the order of the text around them.
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
VOID = {"circle", "line", "meta", "polygon", "rect", "col"}


class Markup(str):
    """Text that is HTML already."""


def escape(value: object) -> Markup:
    if isinstance(value, Markup):
        return value
    return Markup(html.escape(UNSEEN.sub("\ufffd", str(value))))


def join(*children: object) -> Markup:
    """Joins the children: lists are flattened, and None is left out."""
    parts = []
    for child in children:
        if isinstance(child, (list, tuple)):
            parts.append(join(*child))
        elif child is not None:
            parts.append(escape(child))
    return Markup("".join(parts))


def tag(name: str, *children: object, **attributes: object) -> Markup:
    """An element. The attribute `class_` is written as `class`, and `aria_label` as `aria-label`;
    an attribute that is None is left out."""
    written = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        key = key.rstrip("_").replace("_", "-")
        shown = f"{value:.1f}" if isinstance(value, float) else value
        written.append(f'{key}="{escape(shown)}"')
    head = "<" + " ".join(written)
    if name in VOID:
        return Markup(head + "/>" if name not in ("meta", "col") else head + ">")
    return Markup(f"{head}>{join(*children)}</{name}>")


def soft(text: object) -> Markup:
    """Text in which a line may break inside of paths and long names, but not inside of flags."""
    breakable = re.sub(r"(?<=[A-Za-z0-9.])([/_])(?=[A-Za-z0-9])", r"\1<wbr>", escape(text))
    return Markup(re.sub(r"(?<!\S)(-\w+)", r'<span class="flag">\1</span>', breakable))


def only_for_ears(text: str) -> Markup:
    """Text that is not visible, but that a screen reader reads aloud."""
    return tag("span", text, class_="ears")
