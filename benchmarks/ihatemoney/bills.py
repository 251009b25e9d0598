"""A list of 20 bills in ihatemoney, timed: run by its own Python, one drawing for each line read.

``python bills.py FOLDER`` writes a line once it is ready, then the seconds of each drawing.
"""

from __future__ import annotations

import sys
import time
from types import SimpleNamespace

from ihatemoney.models import Bill, Project, db
from ihatemoney.run import create_app

BILLS = 20


def main() -> None:
    settings = SimpleNamespace(
        SQLALCHEMY_DATABASE_URI=f"sqlite:///{sys.argv[1]}/ihatemoney.sqlite3", SECRET_KEY="bench"
    )
    app = create_app(settings, instance_path=sys.argv[1])
    with app.app_context():
        fill(Project.create_demo_project())
    client = app.test_client()
    page = client.get("/demo/")  # the one project that asks for no password
    assert page.text.count(' class="bill-actions') == BILLS, page.status
    print("ready", flush=True)
    for _ in sys.stdin:
        start = time.thread_time()
        client.get("/demo/")
        print(time.thread_time() - start, flush=True)


def fill(project: Project) -> None:
    """As many bills as are compared, each paid by one for all."""
    members = list(project.members)
    for number in range(project.get_bills().count(), BILLS):
        bill = Bill(
            amount=10 + number,
            bill_type="Expense",
            original_currency=project.default_currency,
            owers=members,
            payer_id=members[number % len(members)].id,
            project_default_currency=project.default_currency,
            what=f"Bill number {number}",
        )
        db.session.add(bill)
    db.session.commit()


if __name__ == "__main__":
    main()
