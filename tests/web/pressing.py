"""A finger on a page: presses a button as a browser would, with everything its form holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.evening import Evening

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


@dataclass
class Element:
    """A tag of a page with what stands in it."""

    tag: str
    given: dict[str, str | None]
    inside: list[Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    name: str = ""  # of a form: what the page's fields call it

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def is_a(self, tag: str, *has: str) -> bool:
        classes = {f".{name}" for name in (self.given.get("class") or "").split()}
        return tag in ("", self.tag) and classes | self.given.keys() >= set(has)

    def all(self, tag: str, *has: str) -> list[Element]:
        """What stands in it of a kind, with these attributes and ``.classes``."""
        return [one for one in self.inside if one.is_a(tag, *has)]

    def texts(self, tag: str, *has: str) -> list[str]:
        return [one.text for one in self.all(tag, *has)]


class Page(HTMLParser):
    """A page as a browser has it: what stands on it, its forms, and what each would send."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.whole = Element("", {})
        self._open = [self.whole]
        self.all, self.texts = self.whole.all, self.whole.texts
        self.ids: set[str] = set()
        self.hrefs: list[str] = []
        self.fields: dict[str, list[tuple[str, str]]] = {}
        self.forms: set[str] = set()
        self.buttons: dict[str, dict[str, str | None]] = {}
        self._form = self._select = self._owner = ""
        self.feed(html)
        lost = {str(button["form"]) for button in self.buttons.values()} - {"", *self.forms}
        assert not lost, f"buttons of forms that are not there: {lost}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        element = Element(tag, given)
        for above in self._open:
            above.inside.append(element)
        self._open += [] if tag in VOID else [element]
        if name := given.get("id"):
            assert name not in self.ids, f"two things are called {name}"
            self.ids.add(name)
        if tag == "a":
            self.hrefs.append(given.get("href") or "")
        if tag == "form":
            self._form = given.get("id") or f"form {len(self.fields)}"
            self.fields.setdefault(self._form, [])  # its fields may stand before it
            self.forms.add(self._form)
            element.name = self._form
        owner = given.get("form") or self._form
        if tag == "button":
            self.buttons[given.get("id") or ""] = {**given, "form": owner}
        if tag == "select":
            self._select, self._owner = given.get("name") or "", owner
        if tag == "option" and self._select:
            self._chosen(self._owner, given)
        ticked = given.get("type") not in ("checkbox", "radio") or "checked" in given
        if tag in ("input", "textarea") and given.get("name") and ticked:
            self.fields.setdefault(owner, []).append(
                (given["name"] or "", given.get("value") or "")
            )

    def _chosen(self, owner: str, option: dict[str, str | None]) -> None:
        """A list sends what is selected in it, else the first."""
        value, held = (self._select, option.get("value") or ""), self.fields.setdefault(owner, [])
        first = all(name != self._select for name, _ in held)
        if first or "selected" in option:
            held[:] = [pair for pair in held if pair[0] != self._select] + [value]

    def handle_data(self, data: str) -> None:
        for above in self._open:
            above.words.append(data)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while any(one.tag == tag for one in self._open) and self._open.pop().tag != tag:
            pass  # what was left open ends with what it stands in
        if tag == "form":
            self._form = ""
        if tag == "select":
            self._select = ""

    @property
    def said(self) -> str:
        """All its words in their order, whatever tags stand between them."""
        return " ".join(" ".join(self.whole.words).split())

    @property
    def files(self) -> set[str]:
        """The addresses of all static files that it names."""
        named = (value or "" for one in self.whole.inside for value in one.given.values())
        return {name.partition("#")[0] for name in named if name.startswith("/static/")}

    def called(self, prefix: str) -> list[str]:
        """The ids that begin so, in their order, without that."""
        found = (one.given.get("id") or "" for one in self.whole.inside)
        return [name.removeprefix(prefix) for name in found if name.startswith(prefix)]

    def named(self, name: str) -> list[str]:
        """What the fields of that name hold, in all forms of the page."""
        pairs = (pair for fields in self.fields.values() for pair in fields)
        return [value for found, value in pairs if found == name]

    def held(self, form: str) -> dict[str, Any]:
        """What a form would send as it stands, without any button."""
        found: dict[str, list[str]] = {}
        for name, value in self.fields[form]:
            found.setdefault(name, []).append(value)
        return {name: values[0] if len(values) == 1 else values for name, values in found.items()}

    def sent(self, button: str, typed: dict[str, Any]) -> dict[str, list[str]]:
        pressed = self.buttons[button]
        assert "disabled" not in pressed, f"{button} cannot be pressed"
        form: dict[str, list[str]] = {}
        pairs = self.fields[pressed["form"] or ""]
        if name := pressed.get("name"):
            pairs = [*pairs, (name, pressed.get("value") or "")]
        for name, value in pairs:
            form.setdefault(name, []).append(value)
        return form | {name: value if isinstance(value, list) else [str(value)]
                       for name, value in typed.items()}  # fmt: skip


def guard_of(client: FlaskClient, page: str) -> str:
    """What the forms of a page carry, outside of any table."""
    return Page(client.get(page).text).named("csrf_token")[0]


def press(evening: Evening, button: str, page: str = "play", /, **typed: Any) -> TestResponse:
    """Open a page and press one of its buttons; ``d_to=9`` is typed into the field ``d-to``."""
    html = evening.get(page).text
    given = {name.replace("_", "-", 1): value for name, value in typed.items()}
    return evening.client.post(f"/t/{evening.token}/do", data=Page(html).sent(button, given))
