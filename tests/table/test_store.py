"""The database: its tables keep the journal's promises, its migrations match the models."""

from __future__ import annotations

import gc
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from companion import create_app
from companion.config import CannotStart, with_driver
from companion.database import MIGRATIONS, known_revisions, make_ready, stored_revision
from companion.table.store import Link, StoredEntry, StoredTable, db


def campaign() -> StoredTable:
    row = StoredTable(game="newdale", name="Thursday")
    db.session.add(row)
    db.session.commit()
    return row


def entry(campaign: StoredTable, seq: int, key: str) -> StoredEntry:
    return StoredEntry(
        campaign_id=campaign.id, seq=seq, play=1, action="tick", data={"a": 1}, key=key
    )


def test_migrations_make_exactly_the_models(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, db.metadata) == []


def test_file_names_tell_the_same_head_as_alembic() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [known_revisions()[-1]]
    assert sorted(script.revision for script in scripts.walk_revisions()) == known_revisions()


def test_a_new_database_is_brought_to_the_head(app: Flask) -> None:
    with app.app_context():
        assert stored_revision(db.engine) == known_revisions()[-1]


def test_a_database_of_a_newer_version_is_refused(app: Flask) -> None:
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(CannotStart, match=r"newer version \(9999\)"):
        make_ready(app)


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("foreign_keys", 1), ("synchronous", 2), ("busy_timeout", 5000)],
)
def test_sqlite_is_durable_and_strict(own_app: Flask, pragma: str, value: str | int) -> None:
    with own_app.app_context():
        assert db.session.scalar(text(f"PRAGMA {pragma}")) == value


def test_an_app_that_is_gone_leaves_no_connection_open(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    app = create_app({"SECRET_KEY": "test", "SQLALCHEMY_DATABASE_URI": url})
    with app.app_context():
        engine = db.engine
    stored_revision(engine)
    assert "Connections in pool: 1" in engine.pool.status()
    del app
    gc.collect()
    assert "Connections in pool: 0" in engine.pool.status()


def test_an_immediate_transaction_holds_the_write_lock(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as first, db.engine.connect() as second:
        second.exec_driver_sql("PRAGMA busy_timeout = 0")
        second.rollback()
        first.execution_options(immediate=True).begin()
        with pytest.raises(OperationalError, match="database is locked"):
            second.execution_options(immediate=True).begin()


@pytest.mark.parametrize(("seq", "key"), [(1, "b"), (2, "a")])
def test_a_campaign_has_each_number_and_each_key_once(app: Flask, seq: int, key: str) -> None:
    with app.app_context():
        table = campaign()
        db.session.add_all([entry(table, 1, "a"), entry(table, seq, key)])
        with pytest.raises(IntegrityError):
            db.session.commit()


def test_two_campaigns_count_for_themselves(app: Flask) -> None:
    with app.app_context():
        db.session.add_all([entry(campaign(), 1, "a"), entry(campaign(), 1, "a")])
        db.session.commit()
        assert db.session.scalar(select(func.count(StoredEntry.id))) == 2


def test_an_entry_needs_its_campaign(app: Flask) -> None:
    with app.app_context():
        db.session.add(StoredEntry(campaign_id=7, seq=1, play=1, action="tick", data={}, key="a"))
        with pytest.raises(IntegrityError):
            db.session.commit()


def test_a_deleted_campaign_takes_its_journal_and_links_along(app: Flask) -> None:
    with app.app_context():
        table = campaign()
        db.session.add_all([entry(table, 1, "a"), Link(campaign_id=table.id, role="host")])
        db.session.commit()
        db.session.delete(table)
        db.session.commit()
        assert db.session.scalars(select(StoredEntry)).all() == []
        assert db.session.scalars(select(Link)).all() == []


def test_ids_of_deleted_campaigns_do_not_come_back(app: Flask) -> None:
    with app.app_context():
        table = campaign()
        gone = table.id
        db.session.delete(table)
        db.session.commit()
        assert campaign().id > gone


def test_moments_come_back_in_utc(app: Flask) -> None:
    evening = datetime(2026, 11, 16, 20, 0, tzinfo=timezone(timedelta(hours=2)))
    with app.app_context():
        table = campaign()
        table.archived = evening
        db.session.commit()
        db.session.expire_all()
        assert table.archived == evening
        assert table.archived.tzinfo == UTC
        assert table.created.tzinfo == UTC


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("postgres://me@host/book", "postgresql+psycopg://me@host/book"),
        ("postgresql://me@host/book", "postgresql+psycopg://me@host/book"),
        ("postgresql+psycopg://host/book", "postgresql+psycopg://host/book"),
        ("sqlite:////srv/book.db", "sqlite:////srv/book.db"),
    ],
)
def test_database_addresses_get_our_driver(given: str, wanted: str) -> None:
    assert with_driver(given) == wanted
