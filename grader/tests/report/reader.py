"""Reads a page as a browser would: tags, attributes, and what a person sees."""

from html.parser import HTMLParser

VOID = {"meta", "line", "polygon", "rect", "wbr", "input"}
UNSEEN = {"style", "script", "title"}
INLINE = {"wbr", "code", "strong", "span", "a", "small"}


class Reader(HTMLParser):
    def __init__(self, page: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.faults: list[str] = []
        self.seen: list[str] = []
        self.feed(page)
        self.close()
        self.faults += [f"<{name}> is never closed" for name in self.open]

    @property
    def text(self) -> str:
        return " ".join("".join(self.seen).split())

    def all(self, name: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.tags if tag == name]

    def of_class(self, word: str) -> list[dict[str, str]]:
        return [one for _, one in self.tags if word in (one.get("class") or "").split()]

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> has an attribute twice")
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)
        if tag not in INLINE:
            self.seen.append(" ")

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")
        if tag not in INLINE:
            self.seen.append(" ")

    def handle_data(self, data):
        if not self.open or self.open[-1] not in UNSEEN:
            self.seen.append(data)
