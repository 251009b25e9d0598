"""The test command: what runs after what, and what a failed browser test means."""

from __future__ import annotations

import pytest

from companion.commands import run

BOTH = ["ruff", "ruff", "mypy", "without", "within"]


def stage(tool: tuple[str, ...]) -> str:
    names = {run.WITHOUT: "without", run.WITHIN: "within", run.ONCE_MORE: "once more"}
    return names.get(tool, tool[0])


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, int], list[str]]:
    """Exit codes by stage, and the stages in the order in which they ran."""
    codes: dict[str, int] = {}
    ran: list[str] = []

    def called(*tool: str) -> int:
        ran.append(stage(tool))
        return codes.get(ran[-1], 0)

    monkeypatch.setattr(run, "python_module", called)
    return codes, ran


@pytest.mark.parametrize(
    ("codes", "code", "further"),
    [
        ({}, 0, []),
        ({"within": 1}, 0, ["once more"]),
        ({"within": 1, "once more": 1}, 1, ["once more"]),
        ({"within": 3}, 3, []),
    ],
)
def test_failed_browser_tests_are_tried_once_more(
    outcomes: tuple[dict[str, int], list[str]], codes: dict[str, int], code: int, further: list[str]
) -> None:
    outcomes[0].update(codes)
    assert run.run("test", []) == code
    assert outcomes[1] == [*BOTH, *further]


def test_other_tests_have_one_try_and_browsers_wait_for_them(
    outcomes: tuple[dict[str, int], list[str]],
) -> None:
    outcomes[0]["without"] = 1
    assert run.run("test", []) == 1
    assert outcomes[1] == BOTH[:-1]
