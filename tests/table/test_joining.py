"""Join codes: short, for players only, good for a quarter of an hour and never stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from companion.table import care, joining, tables
from companion.table.joining import LENGTH, LETTERS, join_code_for, token_for
from companion.table.links import Role
from companion.table.store import StoredJoinCode, db
from tests.web.evening import Evening, link_for


@pytest.fixture
def evening(app: Flask) -> Evening:
    return Evening(app)


def shown(evening: Evening) -> str:
    with evening.app.app_context():
        found = join_code_for(evening.table)
    assert found is not None
    return found


def leads(evening: Evening, typed: str) -> str | None:
    with evening.app.app_context():
        return token_for(typed)


def players_link(evening: Evening) -> Any:
    with evening.app.app_context():
        return next(i for i in care.invitations(evening.table) if i.role == Role.PLAYER)


def at(monkeypatch: pytest.MonkeyPatch, **later: int) -> None:
    then = care.now() + timedelta(**later)
    monkeypatch.setattr(joining, "now", lambda: then)


def test_a_code_is_six_characters_without_look_alikes(evening: Evening) -> None:
    code = shown(evening)
    assert len(code) == LENGTH + 1 and code[3] == "-"
    assert set(code) <= {*LETTERS, "-"}
    assert not set(LETTERS) & set("0O1IL") and len(set(LETTERS)) == len(LETTERS)
    assert all(len(set(pair) & set(LETTERS)) <= 1 for pair in ("5S", "2Z", "8B", "UV"))


def test_it_leads_to_the_players_link_however_it_is_typed(evening: Evening) -> None:
    code = shown(evening)
    plain = code.replace("-", "")
    for typed in (code, code.lower(), plain, f" {plain[:2]} {plain[2:].lower()} ", "-".join(plain)):
        assert leads(evening, typed) == players_link(evening).token


@pytest.mark.parametrize("typed", ["", "-", "0O1IL0", "AAAAAAA", "ÄÄÄÄÄÄ", "A" * 5000])
def test_anything_else_leads_nowhere(evening: Evening, typed: str) -> None:
    shown(evening)
    assert leads(evening, typed) is None


def test_the_same_code_is_shown_while_it_lives(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = shown(evening)
    at(monkeypatch, minutes=14)
    again = shown(evening)
    assert again == first
    at(monkeypatch, minutes=28)
    assert leads(evening, first)
    at(monkeypatch, minutes=30)
    assert leads(evening, first) is None
    assert shown(evening) != first
    assert leads(evening, first) is None


def test_it_dies_with_its_link(evening: Evening) -> None:
    code = shown(evening)
    with evening.app.app_context():
        care.renew(evening.table, players_link(evening).id)
    assert leads(evening, code) is None
    new = shown(evening)
    assert new != code and leads(evening, new) == players_link(evening).token
    with evening.app.app_context():
        care.switch_off(evening.table, players_link(evening).id)
    assert leads(evening, new) is None
    with evening.app.app_context():
        assert join_code_for(evening.table) is None


def test_it_is_never_for_host_viewer_or_one_person(evening: Evening) -> None:
    link_for(evening, Role.WATCHER)
    with evening.app.app_context():
        care.invite(evening.table, Role.PLAYER, 2)
        table = tables.find(leads(evening, shown(evening)) or "")
    assert table is not None and (table.role, table.person) == (Role.PLAYER, None)


def test_it_goes_with_its_table(evening: Evening) -> None:
    code = shown(evening)
    with evening.app.app_context():
        care.remove(evening.table.id)
        assert db.session.scalars(select(StoredJoinCode)).all() == []
    assert leads(evening, code) is None


def test_the_database_does_not_hold_it(evening: Evening) -> None:
    code = shown(evening).replace("-", "")
    with evening.app.app_context():
        [row] = db.session.execute(select(StoredJoinCode.__table__))
    assert code not in repr(row) and code.lower() not in repr(row)


def test_old_ones_are_cleaned_up(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    shown(Evening(evening.app))
    at(monkeypatch, minutes=16)
    shown(evening)
    with evening.app.app_context():
        assert len(db.session.scalars(select(StoredJoinCode)).all()) == 1


def test_two_links_never_have_the_same(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    other, salts = Evening(evening.app), []
    monkeypatch.setattr(joining, "code_of", lambda _secret, _link, salt: salt)
    monkeypatch.setattr(joining.secrets, "token_hex", lambda _: salts.pop(0))
    salts += ["AAAAAA", "AAAAAA", "AAAAAA", "CCCCCC"]
    assert shown(evening) == "AAA-AAA"
    assert shown(other) == "CCC-CCC"


def test_another_secret_keeps_codes_while_the_old_one_is_known(evening: Evening) -> None:
    code, config = shown(evening), evening.app.config
    config.update(SECRET_KEY="another", SECRET_KEY_FALLBACKS=["test"])
    assert leads(evening, code) == players_link(evening).token
    config.update(SECRET_KEY_FALLBACKS=[])
    assert leads(evening, code) is None
