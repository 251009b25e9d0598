"""How long the aids take over their largest questions, against a view that only parses JSON.

`python3 app.py bench aids` fails where one takes more than the bound, in process time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import Any

from flask import Flask, Response, jsonify, request

from benchmarks.timing import best
from companion import create_app
from companion.games import games
from companion.rules.aids.calculator import Aid
from companion.rules.fields import Field, Kind

JSON = dict[str, Any]
BOUND = 10
TIMES = 200  # a busy machine interrupts the longer one more often
COLOURS = ("yellow", "green", "red", "blue")


def largest(field: Field) -> Any:
    """The longest and highest value that a field takes."""
    keys, high = [choice.key for choice in field.choices], field.high or 0
    match field.kind:
        case Kind.CHOICE:
            return keys[-1]
        case Kind.CHOICES:
            return (keys * field.most)[: field.most]
        case Kind.FLAG:
            return True
        case Kind.COUNTS | Kind.RECORD:
            return dict.fromkeys(keys, high)
        case Kind.NUMBERS:
            return [high] * field.most
        case Kind.LIST:
            return [{column.key: largest(column) for column in field.item}] * field.most
    return high


def bag(*needed: int, extra: int) -> JSON:
    return {
        "needs": dict(zip(COLOURS, needed, strict=True)), "market": {}, "draws": 99,
        "bag": dict.fromkeys((*COLOURS, "hooded"), 99), "sloppy": 50, "extra": extra,
    }  # fmt: skip


GOODS = [{"value": value, "count": 99} for value in range(1, 41)]
VALUES = {"coal": 1, "cattle": 2, "barrel": 3, "meat": 4, "bread": 5, "flour": 7, "fabric": 11}
KINDS = {"goods": dict.fromkeys(VALUES, 99), "values": VALUES}
EVERY = [
    "mill", "bakery", "food-factory", "cattle-ranch", "tannery", "shoemaker", "butcher",
    "weaving-mill", "tailors-shop", "sawmill", "cooperage", "window-manufacture", "iron-smelter",
    "tool-maker", "brick-manufacture", "charburner",
]  # fmt: skip
TOLD = [{"kind": "choice", "coins": n % 7 + 1, "prestige": 50, "times": 3} for n in range(15)]
HARD: dict[tuple[str, str], list[JSON]] = {
    ("newdale", "production"): [
        bag(25, 25, 25, 25, extra=0), bag(23, 24, 25, 26, extra=1), bag(1, 2, 3, 4, extra=40),
        bag(1, 2, 3, 4, extra=88), bag(5, 6, 7, 8, extra=70), bag(10, 11, 12, 13, extra=50),
    ],
    ("newdale", "objective"): [
        {"goods": GOODS, "options": [{"coins": 99, "points": 9}, {"coins": 98, "points": 9}]}
    ],
    ("newdale", "cost"): [{"printed": 99, **KINDS}],
    ("newdale", "worth"): [
        {**KINDS, "options": [{"coins": 99, "points": 9}, {"coins": 98, "points": 9}]}
    ],
    ("merchants", "deeds"): [{"told": TOLD, "coins": 9, "prestige": 9}],
    ("merchants", "final-travel"): [{"told": TOLD, "coins": 9, "prestige": 9, "heroes": {}}],
    ("ohmygoods", "chains"): [
        {"buildings": EVERY, "goods": goods, "cards": cards}
        for goods, cards in (
            ({"coal": 97}, {"ore": 99, "clay": 98, "wood": 98, "grain": 97, "cotton": 96}),
            ({"coal": 49, "iron": 2, "fabric": 3, "flour": 7}, {"ore": 50, "wood": 11}),
            ({"coal": 71, "iron": 1, "glass": 9, "planks": 3}, {"ore": 99, "wood": 5, "grain": 8}),
            ({"coal": 1, "cattle": 30, "bread": 7}, {"ore": 9, "wood": 19, "grain": 31}),
            (
                {"bread": 2, "cattle": 9, "coal": 4, "fabric": 2, "flour": 3, "glass": 5, "iron": 9,
                 "leather": 10, "planks": 1},
                {"clay": 3, "cotton": 5, "grain": 1, "ore": 7, "wood": 10},
            ),
        )
    ],
    ("ohmygoods", "payment"): [
        {"goods": dict.fromkeys(("coal", "flour", "iron", "shoes"), 99), "costs": [99, 98]},
        {"goods": dict.fromkeys(("shoes", "meat", "tools", "leather"), 20), "costs": [99, 97]},
    ],
    ("ohmygoods", "sunset"): [
        {"seen": [{"resource": "wood", "sun": sun, "count": 1} for sun in ("yes", "no")] * 5}
    ],
    ("tybor", "payment"): [
        {"workers": workers, "cost": cost}
        for workers in ([1] * 120, list(range(1, 100)) + [1] * 21, [1, 2, 3] * 39 + [99, 98, 97])
        for cost in (98, 99)
    ],
}  # fmt: skip


def questions() -> Iterator[tuple[str, Aid, JSON]]:
    """Every aid with its largest question and those that are hardest for it."""
    for slug, game in games().items():
        for aid in game.aids:
            yield slug, aid, {field.key: largest(field) for field in aid.fields}
            yield from ((slug, aid, asked) for asked in HARD.get((slug, aid.key), ()))


def bare(answer: JSON) -> Callable[[str], object]:
    """A view that parses what was sent and returns the same answer, and nothing else."""
    app = Flask(__name__)

    @app.post("/")
    def view() -> Response:
        json.loads(request.get_data())
        return jsonify(answer)

    client = app.test_client()
    return lambda body: client.post("/", data=body)


def main() -> int:
    config = {"TESTING": True, "SECRET_KEY": "bench", "SQLALCHEMY_DATABASE_URI": "sqlite://"}
    client = create_app(config).test_client()
    worst = 0.0
    for slug, aid, asked in questions():
        body, path = json.dumps(asked), f"/api/v1/games/{slug}/aids/{aid.key}"
        answer = client.post(path, data=body)
        floor = best(partial(bare(answer.get_json()), body), TIMES, process_time)
        took = best(partial(client.post, path, data=body), TIMES, process_time)
        worst = max(worst, took / floor)
        times = f"{took * 1e3:9.2f} ms{took / floor:7.1f} × bare"
        print(f"{slug:10}{aid.key:17}{answer.status_code}{times}")
    print(f"at most {worst:.1f} × bare, of {BOUND}")
    return 0 if worst <= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
