"""Opens whatever shows a table: every page of it, its papers, and the shelf it stands on."""

from __future__ import annotations

from companion.printing import documents
from tests.web.evening import Evening


def pages(evening: Evening) -> list[str]:
    """The pages below a table's link that need nothing else, whichever there are."""
    rules = (rule for rule in evening.app.url_map.iter_rules() if rule.rule.startswith("/t/"))
    mine = (rule for rule in rules if rule.arguments == {"token"} and "GET" in (rule.methods or ()))
    paths = (rule.rule.replace("<token>", evening.token) for rule in mine)
    return sorted(path for path in paths if path.startswith("/t/"))


def broken(evening: Evening) -> dict[str, int]:
    """The pages that do not open, each with its status; empty when all is well."""
    asked = {page: evening.client.get(page).status_code for page in [*pages(evening), "/"]}
    return {page: status for page, status in asked.items() if status not in (200, 302, 303)}


def papers(evening: Evening) -> str:
    """The log and the newest score sheet as they are printed."""
    state = evening.state
    with evening.app.test_request_context():
        log = documents.log("Thursday", state, True).html("a4")
        return log + documents.score_of("Thursday", state, state.plays[-1]).html("a4")
