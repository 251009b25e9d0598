"""The route that takes every action, and the page that answers it in the same request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from io import BytesIO
from itertools import chain
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from flask import (
    Response,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.rules.actions import ACTIONS, Action, Malformed, action
from companion.rules.actions.base import Instead, Repeat
from companion.rules.actions.counting import Count
from companion.rules.actions.laying import Lift
from companion.rules.actions.playing import Advance, Tick, Turn
from companion.rules.actions.settling import Record, worked_out
from companion.rules.actions.starting import Abandon, Restart
from companion.rules.actions.table import Undo
from companion.rules.issues import Issue
from companion.rules.journal.log import Entry
from companion.rules.plain import Unshowable
from companion.rules.words import no_number, readings, summed, whole
from companion.show.play.asked import PREFIX
from companion.table.journal import Draft, Refused, StalePage
from companion.web.api.contract import issues_of
from companion.web.forms import LONGEST_KEY, BackForm, Given, Json, Number, json_in, text
from companion.web.table.blueprint import (
    append_entries,
    current_table,
    new_draft,
    pages,
    reload_table,
    store_response,
)

PAGES = (
    "home", "setup", "play", "sheet", "score", "result", "log", "rulings", "next", "change",
    "settings", "people", "players",
)  # fmt: skip
YES = {Restart.kind: "Restart", Abandon.kind: "Leave unfinished", Undo.kind: "Reopen game"}
ALSO = (Advance.kind, Turn.kind, Lift.kind, Count.kind)
"""What an answer, or Next, may enter besides."""
PAIRED = "-t"  # how the key of a second entry of the same tap ends
SENT_BEFORE = Issue("stale", "This page was already sent with other entries. Reload it first.")
HEADER = "X-Here"  # the page whose form the script sends, with what is asked on it


class ActionForm(BackForm):
    """What a tap sends besides what was typed, whose names begin with ``d-``."""

    action, key, play = text(80), text(LONGEST_KEY), Number()
    data_, ticks, also = Json(name="data"), Json(), Json()
    sure, closes = Given(), Given()


def tapped() -> ActionForm:
    """What this request has sent, read once."""
    if "action_form" not in g:
        g.action_form = ActionForm(request.form)
    found: ActionForm = g.action_form
    return found


@pages.post("/do")
def do() -> ResponseReturnValue:
    """Take one action and answer with the page it was taken on."""
    form = tapped()
    if not form.validate():
        return refusal([Issue("unshowable", str(said)) for said in chain(*form.errors.values())])
    try:
        wanted = read_draft(form)
        following = [*_following(wanted, form)]
    except Unshowable as unshowable:
        return refusal([Issue("unshowable", str(unshowable))])
    except Refused as refused:
        return refusal(refused.issues)
    last = _same_before(wanted)
    if last and _repeat(wanted) is Repeat.DOUBLE_SUBMIT and last.device == wanted.device:
        # Sent again after going back to the page.
        return refusal([Issue("repeat", "This note is already in the log.")])
    if not form.sure.data and (doubted := _doubts(wanted)):
        return refusal(*doubted)
    return carry_out([wanted, *following])


def _following(wanted: Draft, form: ActionForm) -> Iterator[Draft]:
    """Drafts that follow from the first one, such as a number from a card fact in words."""
    in_log = form.back.data.startswith("log")  # where each entry has its own Undo
    if wanted.action == Undo.kind and not in_log:
        key = wanted.key
        for other in _entered_with(wanted):
            yield new_draft(Undo.kind, {"entry": other.seq}, None, key := _paired(key))
    if form.ticks.raw_data and wanted.data.get("value", ...) not in (None, ""):
        yield new_draft(Tick.kind, _fixed(form.ticks), wanted.play, _paired(wanted.key))
    key = wanted.key
    besides = form.also.data if isinstance(form.also.data, list) else [form.also.data]
    for also in besides[:16]:
        known = isinstance(also, dict) and also.get("action") in ALSO
        if known and isinstance(also.get("data"), dict):
            yield new_draft(also["action"], also["data"], wanted.play, key := _paired(key))
    play = current_table().state.play_at(wanted.play)
    if wanted.action == Record.kind and play is not None:
        for data in worked_out(play, wanted.data):
            yield new_draft(Record.kind, data, play.number, f"{wanted.key[: LONGEST_KEY - 2]}-w")


def _paired(key: str) -> str:
    """The key of an entry made by the same tap: an undo takes back both."""
    return key[: LONGEST_KEY - len(PAIRED)] + PAIRED


def _entered_with(undo: Draft) -> Iterator[Entry]:
    """What the same tap has entered besides the entry to take back: the tick that went with an
    answer, the counts that went with a pace."""
    log, seq = current_table().state.log, undo.data.get("entry")
    taken = log.find(seq) if isinstance(seq, int) else None
    for way in (-1, 1):
        near = taken
        while near and (other := log.find(near.entry.seq + way)):
            first, second = sorted((near.entry, other.entry), key=lambda entry: entry.seq)
            if first.device != second.device or second.key != _paired(first.key):
                break
            if log.stands(other):
                yield other.entry
            near = other


def _doubts(wanted: Draft) -> tuple[list[Issue], list[Instead]] | None:
    """What to ask before the action is taken, and answers; what is illegal is refused later."""
    state = current_table().state
    play = state.play_at(wanted.play)
    try:
        meant = action(wanted.action, wanted.data, play)
    except Malformed:
        return None
    if play is None and meant.needs_play:
        return None
    found = meant.doubts(state, play)
    return (found, meant.instead(state, play)) if found else None


def _repeat(wanted: Draft) -> Repeat:
    return ACTIONS.get(wanted.action, Action).repeat


def _same_before(wanted: Draft, back: int = 1) -> Entry | None:
    """The entry so far back in the log, if it is the same action sent by another form."""
    log = current_table().state.log
    last = log[-back].entry if len(log) >= back else None
    if last is None or (last.action, last.data) != (wanted.action, wanted.data):
        return None
    return last if wanted.play in (None, last.play) and last.key != wanted.key else None


def _are_done(drafts: list[Draft]) -> bool:
    """Whether the newest entries are these very actions, and to repeat them says nothing new."""
    return all(
        _repeat(one) is Repeat.IDEMPOTENT and _same_before(one, len(drafts) - at)
        for at, one in enumerate(drafts)
    )


def carry_out(drafts: list[Draft]) -> ResponseReturnValue:
    """Append the drafts; answer with the page they came from, or with every reason against."""
    try:
        append_entries(drafts)
    except Refused as refused:
        reload_table()
        if drafts[-1].action == Tick.kind and len(drafts) > 1:
            return carry_out(drafts[:-1])  # the answer has made another step of it
        if _are_done(drafts):
            return done(way_back())  # somebody else did the same just before
        return refusal(refused.issues)
    except StalePage:
        return refusal([SENT_BEFORE])
    return done(way_back())


def wants_json() -> bool:
    """Whether the script sends what was waiting on the phone and needs no page."""
    return request.accept_mimetypes.best == "application/json"


def done(address: str) -> ResponseReturnValue:
    """Redirect to the page; for a script without a page just the newest entry's number."""
    return {"seq": current_table().state.seq} if wants_json() else redirect(address, 303)


def refusal(found: list[Issue], instead: Sequence[Instead] = ()) -> ResponseReturnValue:
    """The reasons against an entry, with everything that was typed; 409 if the page was stale."""
    stale = any(issue.code == "stale" for issue in found)
    if wants_json():
        return {"issues": issues_of(found)}, 409 if stale else 422
    typed = {k: v for k, v in request.form.items() if k.startswith("d-")}
    # Several boxes of one name are no sum.
    meant = {name: readings(text) for name, text in typed.items() if not name.endswith("[]")}
    form = tapped()
    # The form as it was sent, for sending it again with a Yes, and without what it enters, for
    # the answers that enter something else.
    resent = [(k, v) for k, v in request.form.items(True) if k not in ("key", "csrf_token")]
    entered = ("data", "also", "sure")
    kept = [(k, v) for k, v in resent if k not in entered and not k.startswith("d-")]
    page = render_template(
        "table/refused.html", issues=found, stale=stale, typed=typed, back=way_back(),
        readings=[(name, each) for name, several in meant.items() for each in several],
        asks=any(issue.code == "unusual" for issue in found),
        yes=YES.get(form.action.data, "Yes"), resent=resent, instead=instead, kept=kept,
        number=any(summed(text) is not None for text in typed.values()),
    )  # fmt: skip
    return page, 409 if stale else 422


def way_back() -> str:
    """The page named in the form, on the play it was about."""
    form = tapped()
    name, _, place = form.back.data.partition("#")
    values = dict(_still_asked(form)) if name == "play" else {}
    if name == "play" and form.back_open.data:
        values.setdefault("open", form.back_open.data)  # a pad stays open without the script, too
    if name == "play" and form.back_aid.data:
        values["aid"] = form.back_aid.data  # a place in which several things are ticked
    numbers = {"play": form.back_play, "seat": form.back_seat, "before": form.back_before}
    values |= {key: field.data for key, field in numbers.items() if field.data is not None}
    page = name if name in PAGES else "home"
    return url_for(f"table.{page}", **values, _anchor=place or None)


def _still_asked(form: ActionForm) -> Iterator[tuple[str, Any]]:
    """The query that keeps the open calculator or pad open, with what is filled in."""
    said = parse_qs(request.headers.get(HEADER, "").partition("?")[2], keep_blank_values=True)
    closes = ACTIONS.get(form.action.data, Action).closes_calculator or form.closes.data
    if not closes and ("aid" in said or "open" in said):
        kept = ("aid", "open", "seat", "group")
        yield from ((n, v) for n, v in said.items() if n in kept or n[:2] == PREFIX)


def read_draft(form: ActionForm) -> Draft:
    """The draft of a form: fixed parts as JSON in ``data``, typed ones in ``d-<name>``."""
    kind, posted = form.action.data, request.form
    data = _fixed(form.data_)
    for field in posted:
        if field.startswith("d-"):
            name = field.removeprefix("d-")
            data[name.partition("[")[0]] = _typed(kind, name, posted)
    return new_draft(kind, data, form.play.data, form.key.data)


def _fixed(part: Json) -> dict[str, Any]:
    """A JSON object; anything else becomes a value that the rules refuse."""
    found = part.data if part.raw_data else {}
    return {**found} if isinstance(found, dict) else {"": (part.raw_data or [""])[0]}


def _things(text: str) -> list[Any]:
    """A JSON list of numbers and words; anything else becomes a value that the rules refuse."""
    found = json_in(text)
    plain = isinstance(found, list) and all(isinstance(thing, int | str) for thing in found)
    return found if plain else [text]


def _typed(kind: str, name: str, form: MultiDict[str, str]) -> Any:
    """``name[]`` gathers every ticked box, ``name[json]`` the things listed in each; numbers
    and sums become numbers; nothing typed is nothing."""
    if name.endswith("[json]"):
        return [thing for text in form.getlist(f"d-{name}") for thing in _things(text)]
    if name.endswith("[]"):
        return [value for value in form.getlist(f"d-{name}") if value]
    text = form[f"d-{name}"]
    cls = ACTIONS.get(kind)
    types = {field.name: str(field.type) for field in fields(cls)} if cls else {}
    kinds = types.get(name, "").split(" | ")
    if "int" in kinds and "str" in kinds:  # the action reads sums itself
        number = whole(text)
        return text if number is None else number
    if "int" in kinds and text.strip():
        if (number := summed(text)) is None:
            raise Refused([Issue("not-a-number", no_number(name.capitalize(), text))])
        return number
    return text if text.strip() or types.get(name) == "str" else None


@pages.after_app_request
def answer_with_page(response: Response) -> Response:
    """Render the page that the script would be redirected to, if it is the page it is on.

    Browsers without the script go on as ever: answer, redirect, page.
    """
    here, there = request.headers.get(HEADER), response.location
    if here is None or there is None or response.status_code != 303:
        return response
    if urlsplit(there).path == here.partition("?")[0]:
        with _asked_for(there):
            response = store_response(_page())
    else:
        response = make_response("", 204)
    response.headers["Content-Location"] = there.partition("#")[0]
    return response


@contextmanager
def _asked_for(address: str) -> Iterator[None]:
    """The same visitor and session, as if they had asked for another page of the app."""
    url, context = urlsplit(address), request_ctx
    asked, adapter = context.request, context.url_adapter
    context.request = current_app.request_class(
        {
            **request.environ,
            "REQUEST_METHOD": "GET",
            "PATH_INFO": unquote(url.path).removeprefix(request.script_root),
            "QUERY_STRING": url.query,
            "CONTENT_LENGTH": "0",
            "wsgi.input": BytesIO(),
        }
    )
    context.url_adapter = current_app.create_url_adapter(context.request)
    context.match_request()
    try:
        yield
    finally:
        context.request, context.url_adapter = asked, adapter


def _page() -> Response:
    """The response of the view, before the app's after-request functions."""
    try:
        answer = current_app.preprocess_request()
        if answer is None:
            answer = current_app.dispatch_request()
    except Exception as error:
        answer = current_app.handle_user_exception(error)
    return make_response(answer)
