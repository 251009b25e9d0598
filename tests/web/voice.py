"""Reads a drawn page as people do, piece by piece, and finds what no one would say aloud."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

UNSEEN = (
    "told", "anew", "whom", "settle", "settled", "shelf", "journal", "is no", "are no",
    "here stands", "we think", "by your ruling", "still to tell", "not told", "taken back",
    "take back", "brought back", "put right", "set aside", "came up", "come up", "on turn",
    "level", "change-over", "set-up", "watcher", "card fact", "card facts", "left empty",
    "fetch", "whoever", "nobody", "nobody’s", "somebody", "everybody", "untold", "noted",
    "note it", "turned up", "understood", "uncover", "gather in", "for certain", "all is in",
    "anti-clockwise", "counter-clockwise", "watch by", "as tapped", "our count", "this table",
    "the road leads", "pad", "pads", "strip", "dock", "aid", "aids", "press", "fold", "entry",
    "entries", "evening", "evenings", "brought in", "to be had", "play alone", "playing alone",
    "one’s", "ourselves", "lies", "stands", "lie", "to tell", "gets told", "lay out",
    "laid out", "put out", "as often as one", "put away here", "whose table", "all the same",
    "in question", "at hand", "go on without", "come along with", "is right then", "level on",
    "nothing is lost", "stays as it is", "still here", "turns out", "cannot be had",
    "for good", "find out", "catalogue", "topic", "token of", "watch link", "renew",
    "switch off", "on the press", "we’ll", "we", "ours", "our", "dealt", "turns over", "turn over",
    "comes from play", "for a short way", "at no other time",
)  # fmt: skip
"""Words and phrases that nobody at a table would say, or that are the code's own."""
NAMED = (
    "there is no", "there are no", "is no longer", "score pad", "player aid", "fold and staple",
    "fold in half", "our group",
)  # fmt: skip
"""Sentences in which a word that may not be seen is plain English."""
LONGEST_LINE = 25
LONGEST_BUTTON, LONGEST_ANSWER = 4, 8
GUIDES = {"hint", "reminder", "step", "steps", "note", "recalls"}
ANSWERS = {"answer", "answers", "go", "options", "taps-of"}


@dataclass(frozen=True)
class Piece:
    """Something that is read in one go, and what it is: its tag and classes."""

    text: str
    tag: str = ""
    kinds: frozenset[str] = frozenset()


BLOCKS = {
    "p", "li", "h1", "h2", "h3", "h4", "dt", "dd", "td", "th", "button", "a", "summary", "label",
    "legend", "figcaption", "title", "option", "text", "caption", "div", "section", "article",
    "header", "footer", "form", "ul", "ol", "dl", "table", "tr", "main", "body", "nav", "aside",
    "fieldset", "details", "search",
}  # fmt: skip
SILENT = {"code", "textarea"}
EMPTY = {"br", "input", "meta", "link", "path", "use", "img", "circle", "col", "rect", "hr"}
UNREAD = re.compile(r"<(svg|script|style)\b.*?</\1>", re.S)


class Reader(HTMLParser):
    """The pieces of a drawn page in their order; a button is one piece, without what only a
    screen reader says."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Piece] = []
        self._open: list[tuple[str, frozenset[str]]] = []
        self._said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {key: value or "" for key, value in attrs}
        kinds = frozenset(held.get("class", "").split())
        if tag in BLOCKS or kinds & GUIDES:
            self.stop()
        for name in ("aria-label", "placeholder", "alt"):
            if held.get(name):
                self.pieces.append(Piece(held[name], f"@{name}"))
        if tag not in EMPTY:
            self._open.append((tag, kinds))

    def handle_endtag(self, tag: str) -> None:
        if all(tag != one for one, _ in self._open):
            return
        if tag in BLOCKS or self._open[-1][1] & GUIDES:
            self.stop()
        while self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if any(tag in SILENT for tag, _ in self._open):
            return
        pressed = self._pressed() is not None
        if pressed and any(kinds & {"away", "laptop"} for _, kinds in self._open):
            self.pieces.append(Piece(" ".join(data.split())))
        else:
            self._said += data

    def _pressed(self) -> int | None:
        """Where the button begins within which this is."""
        opened = enumerate(self._open)
        return next((n for n, (tag, kinds) in opened if tag == "button" or "button" in kinds), None)

    def stop(self) -> None:
        said, self._said = " ".join(self._said.split()), ""
        if not said:
            return
        at = self._pressed()
        inner = self._open[at:] if at is not None else self._open[-3:]
        around = frozenset().union(*(kinds for _, kinds in self._open)) & ANSWERS
        kinds = around.union(*(kinds for _, kinds in inner))
        self.pieces.append(Piece(said, "button" if "button" in kinds else "", kinds))


def read(page: str) -> list[Piece]:
    """The pieces of a page; pictures, styles and scripts are left out before it is parsed."""
    reader = Reader()
    reader.feed(UNREAD.sub("", page))
    reader.close()
    reader.stop()
    return reader.pieces


UNSEEN_WORDS = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, UNSEEN))})(?![\w-])", re.I)


def faults(piece: Piece) -> Iterator[str]:
    """What is wrong with one piece, each by its kind."""
    plain = piece.text.casefold()
    for name in NAMED:
        plain = plain.replace(name, "")
    if found := UNSEEN_WORDS.search(plain):
        yield f"word {found[0]!r}: {piece.text[:120]}"
    if re.search(r"\d\s%", piece.text):
        yield f"per cent: {piece.text[:120]}"
    if piece.kinds & GUIDES:
        if ";" in piece.text:
            yield f"semicolon: {piece.text[:160]}"
        if any(len(line.split()) > LONGEST_LINE for line in re.split(r"(?<=[.?!]) ", piece.text)):
            yield f"long line: {piece.text[:200]}"
    if piece.tag == "button" and "hint" not in piece.kinds:
        most = LONGEST_ANSWER if piece.kinds & ANSWERS else LONGEST_BUTTON
        if len(piece.text.split()) > most:
            yield f"long button: {piece.text[:120]}"


def all_faults(texts: Iterable[tuple[str, Iterable[Piece]]]) -> str:
    """Every fault in named texts, each piece judged once, a line each."""
    where: dict[Piece, str] = {}
    for name, pieces in texts:
        for piece in pieces:
            where.setdefault(piece, name)
    found = {f"{name}: {fault}" for piece, name in where.items() for fault in faults(piece)}
    return "\n".join(sorted(found))
