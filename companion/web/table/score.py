"""The score sheet of a play: one seat at a time, saved field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.issues import Issue
from companion.rules.journal.people import shown_names
from companion.rules.journal.play import Play
from companion.show.score.page import ScorePage, has_ended
from companion.show.score.questions import overtaken_by
from companion.show.score.sheet import Asking, first_open, sheet_of
from companion.table.journal import Draft, Refused, StalePage
from companion.web.forms import TOO_LONG, BackForm, Given, Json, Number, sent, text
from companion.web.table import sheet_changes
from companion.web.table.actions import SENT_BEFORE, done, refusal, wants_json
from companion.web.table.blueprint import (
    append_entries,
    current_table,
    earlier,
    new_draft,
    pages,
    the_play,
)
from companion.web.table.sheet_changes import FieldChange
from companion.web.visitor import device
from companion.web.visitor.visit import visit


@pages.get("/score")
def score() -> str:
    """Every line of the sheet, whatever round it is: programs type into it at any time."""
    return page(the_play(), asked())


@pages.get("/sheet")
def sheet() -> str:
    """The sheet all evening: points so far, and every line once final scoring has begun.

    ``?end`` asks whether the end is meant though rounds are left.
    """
    play = the_play()
    during = not has_ended(play)
    return page(play, asked(during), asks_end=during and "end" in request.args)


def asked(during: bool = False) -> Asking:
    """The seat asked for, else the visitor's own, else the first with an open field."""
    play, args = the_play(), request.args
    mine, wanted = visit().seat(play), args.get("seat", type=int)
    own = first_open(play) if mine is None else mine
    seat = own if wanted is None else checked_seat(play, wanted)
    return Asking(seat, args.get("as"), args.get("open", ""), during)


class SheetForm(BackForm):
    """What is sent with a score sheet: whose it is, what its page showed, which button it was."""

    play, seat, person = Number(), Number(), Number()
    # With a field's key behind it, the key is still within what an entry's key may be.
    key, was, after, replace = text(40), Json(), Number(), Given()
    sole, front, open = text(80, "as"), Number(), text(80)
    look, done, go, add, confirm = Given(), Given(), Number(), text(80), text(80)
    step, tap, take, drop = text(400), text(400), text(400), text(80)


def posted() -> SheetForm:
    """What this request has sent, read once."""
    if "sheet_form" not in g:
        g.sheet_form = SheetForm(request.form)
    found: SheetForm = g.sheet_form
    return found


@pages.post("/score")
def save_score() -> ResponseReturnValue:
    """Enter what was changed on the page, one entry a field, even values that are wrong."""
    form = posted()
    play = the_play(form.play.data)
    if form.person.data is None:
        seat: int | None = checked_seat(play, form.seat.data)
    else:
        seat = play.seat_of(form.person.data)
    if seat is None:
        names = shown_names(current_table().state.people)
        name = names.get(form.person.data or 0, "That player")
        return refusal([Issue("stale", f"{name} isn’t playing any more, so nothing was entered.")])
    typed_values = sheet_changes.as_pressed(request.form, form.take.data, form.drop.data)
    values, fits = sent(sheet_changes.sheet_form(play.game.slug), typed_values)
    if not fits:
        return refusal([Issue("too-high", TOO_LONG, seat=seat)])
    values = sheet_changes.read_names(play, seat, values)
    was = form.was.data if isinstance(form.was.data, dict) else play.filled_in[seat]
    if form.look.data:  # the script asks while somebody types; nothing is entered
        front = _front(play, seat)
        sole = form.sole.data if form.sole.raw_data and front == seat else None
        asking = Asking(front, sole, form.open.data, _during(play))
        return page(typed_in(play, seat, values, was), asking)
    buttons = {"step": form.step.data, "tap": form.tap.data, "take": form.take.data}
    pressed = sheet_changes.pressed(play, seat, buttons, values, was)
    if pressed.field:
        more = sheet_changes.advised(play, seat, pressed) if form.take.data else {}
        values = {**values, **more, pressed.field: pressed.value}
    found = sheet_changes.changes(play, seat, values, was, form.sole.data, pressed.field)
    confirmed, outdated = sheet_changes.confirmed(play, seat, form.confirm.data, values, was)
    if late := [issue for issue in outdated if not _entered_here(play, seat, issue.field or "")]:
        return refusal(late)
    if pressed.field and sheet_changes.repeats(current_table().state.log, _key(pressed.field)):
        return done(way_on(play, seat, pressed.field, found))
    # The script says what its page knew, or that it is up to date and means to replace.
    follows = form.after.raw_data or form.replace.data
    typed = [] if follows else [f for f in found if f != pressed]
    if late := sheet_changes.overtaken(play, seat, typed, was):
        return refusal(late)
    changed = {change.field for change in found}
    found += [change for change in confirmed if change.field not in changed]
    return saved(play, seat, values, was, pressed, found)


def saved(
    play: Play,
    seat: int,
    values: sheet_changes.Typed,
    was: sheet_changes.Typed,
    pressed: FieldChange,
    found: list[FieldChange],
) -> ResponseReturnValue:
    """Go on to the next page, or show this one again with all that was typed and its issues.

    Each field is an entry; where they stand and must add up, all are one. That one bears the key
    of its first, so a pressed button comes first: by its key a second send is noticed.
    """
    ordered = sorted(found, key=lambda fill: fill.field != pressed.field)
    together = [ordered] if play.finished else [[fill] for fill in ordered]
    try:
        if found:
            append_entries([_filling(play, seat, *group) for group in together])
    except Refused as refused:
        if wants_json():
            return refusal(refused.issues)
        again = Asking(seat, during=_during(play))
        return page(typed_in(play, seat, values, was), again, refused.issues), 422
    except StalePage:
        return refusal([SENT_BEFORE])
    return done(way_on(play, seat, pressed.field, found))


def page(
    play: Play, asking: Asking, refused: list[Issue] | None = None, asks_end: bool = False
) -> str:
    state = current_table().state
    shown = ScorePage(
        play,
        sheet_of(play, asking, state.rulings, state.plays),
        asking.seat,
        visit(),
        earlier=earlier(play),
        during=asking.during,
        endpoint=_endpoint(),
        asks_end=asks_end,
    )
    return render_template(
        "table/score.html",
        play=play, page=shown, asking=asking, refused=refused or [],
        stored=state.plays[play.number].filled_in,
        changed=[overtaken_by(state, seq) for seq in visit().overtaken],
    )  # fmt: skip


def checked_seat(play: Play, seat: int | None) -> int:
    if seat is None or not 0 <= seat < len(play.seats):
        abort(404)
    return seat


def _filling(play: Play, seat: int, fill: FieldChange, *others: FieldChange) -> Draft:
    data = {**play.about(seat), "field": fill.field, "value": fill.value}
    data |= _after(play, seat, [fill, *others])
    if others:
        data["also"] = {other.field: other.value for other in others}
    return new_draft("fill", data, play.number, _key(fill.field))


def _after(play: Play, seat: int, found: list[FieldChange]) -> dict[str, int]:
    """The newest entry of these fields that the sending phone knew, including its own."""
    known = posted().after.data
    if known is None:
        return {}
    since = [seq for fill in found if (seq := play.filled.get((seat, fill.field), 0)) > known]
    return {"after": max([known, *since]) if all(map(_by_this_device, since)) else known}


def _entered_here(play: Play, seat: int, field: str) -> bool:
    """Whether this phone made the last entry in a field, which its page may not show yet."""
    return field in play.entries[seat] and _by_this_device(play.filled.get((seat, field), 0))


def _by_this_device(seq: int) -> bool:
    row = current_table().state.log.find(seq)
    return row is not None and row.entry.device == device.name()


def _key(part: str) -> str:
    key = posted().key.data
    return f"{key}-{part}" if key else ""


def typed_in(play: Play, seat: int, values: Mapping[str, Any], was: sheet_changes.Typed) -> Play:
    """The play as if what was typed were entered, so that the page shows it with its issues;
    untouched suggestions stay suggestions."""
    fields, there = play.game.sheet.by_key, play.entries[seat]
    entry = {
        key: value
        for key, value in values.items()
        if value is not None
        and (key in there or not sheet_changes.same(fields[key], value, was.get(key)))
    }
    entries = [*play.entries[:seat], entry, *play.entries[seat + 1 :]]
    return play.but(entries=tuple(entries))


def way_on(play: Play, seat: int, pressed: str, found: list[FieldChange]) -> str:
    """The page with the button that was pressed; a new row stays until it is filled in."""
    form = posted()
    number, added, opened = form.back_play.data, form.add.data, form.open.data
    if form.done.data and not (tied := current_table().state.plays[play.number].level):
        return url_for("table.result", play=number)
    if form.done.data:  # the correction has made a tie
        asked = tied[0].asked[0]
        return url_for("table.score", play=number, seat=asked, _anchor="before-result")
    still = opened if all(change.field != opened for change in found) else ""
    opened = added or (pressed if form.tap.data else still) or None
    place = f"s{seat}-{added or pressed}" if added or pressed else None
    go = form.go.data
    to = seat if opened else _front(play, seat) if go is None else go
    return url_for(f"table.{_endpoint()}", play=number, seat=to, open=opened, _anchor=place)


def _front(play: Play, seat: int) -> int:
    """The seat that the page shows first, which need not be the one that was typed for."""
    front = posted().front.data
    return front if front is not None and 0 <= front < len(play.seats) else seat


def _during(play: Play) -> bool:
    return _endpoint() == "sheet" and not has_ended(play)


def _endpoint() -> str:
    """The address of the page that is shown, or that sent the form."""
    if request.method == "POST":
        return "sheet" if posted().back.data == "sheet" else "score"
    return "sheet" if request.endpoint == "table.sheet" else "score"
