"""The content of the public JSON, whose names and shapes other programs rely on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from companion.interchange.importing import Judged
from companion.rules.aids.calculator import Aid, as_json
from companion.rules.fields import Choice, Field, Kind
from companion.rules.game import WON, Chapter, Game
from companion.rules.issues import Issue, Level, errors
from companion.rules.journal.outcome import score
from companion.rules.parts.decks import CatalogueCard, DeckSegment
from companion.rules.parts.facts import Certainty
from companion.rules.scoring.ranking import Result
from companion.rules.scoring.sheet import Breakdown
from companion.rules.situation import Situation
from companion.rules.words import whole
from companion.web.api import shapes

JSON = dict[str, Any]
T = TypeVar("T")
LONGEST_NAME = 40


def shaped(shape: type[T], thing: object, **others: Any) -> T:
    """A value of a shape: the keys given, the rest from the thing's attributes of these names."""
    keys = [
        key for key in shape.__annotations__ if key in {*vars(shape)["__required_keys__"], *others}
    ]
    return cast(T, {key: others[key] if key in others else getattr(thing, key) for key in keys})


def checked(files: Sequence[Judged]) -> shapes.Checked | shapes.SeveralChecked:
    """What is in a file; of several tables each by itself."""
    found: list[shapes.Checked] = [
        {"game": one.file.game, "name": one.file.name, "entries": len(one.file.entries),
         "flagged": one.flagged}
        for one in files
    ]  # fmt: skip
    return found[0] if len(found) == 1 else {"tables": found}


def setup(
    game: Game, chapter: Chapter, query: Mapping[str, str]
) -> tuple[shapes.Setup | None, list[Issue]]:
    """The set-up of one table, or what is wrong with the question."""
    settings = {key: value for key, value in query.items() if key != "players"}
    players = whole(query.get("players"))
    if players is None:
        said = "Add the number of players, as in ?players=3."
        return None, [Issue("players", said, "players")]
    situation, found = game.situation(chapter.key, players, settings)
    if wrong := game.players_issue(chapter, players):
        found.insert(0, Issue(wrong.code, wrong.message, "players"))
    return (None if found else _setup(game, situation)), found


def _setup(game: Game, situation: Situation) -> shapes.Setup:
    steps, facts = game.checklist(situation), game.facts_of(situation)
    later = {topic.key for topic in game.topics if topic.later}
    doubts = (k.fact for key, k in facts.items() if key not in later)
    unsure = [fact.note for fact in doubts if fact.sure is not Certainty.READ]
    notes = [note for step in steps for note in step.notes]
    return {
        "steps": [shaped(shapes.Step, step) for step in steps],
        "decks": [
            shaped(shapes.Deck, deck, segments=[_segment(one) for one in deck.segments])
            for deck in game.decks(situation)
        ],
        "facts": {key: known.value for key, known in facts.items()},
        "notes": list(dict.fromkeys(note for note in (*notes, *unsure) if note)),
    }


def _segment(one: DeckSegment) -> shapes.Segment:
    fixed, pool = list(one.fixed), list(one.pool)
    return shaped(shapes.Segment, one, draw=len(one), fixed=fixed, pool=pool)


def scoring(
    game: Game, chapter: Chapter, body: Mapping[str, Any]
) -> tuple[shapes.Scored | None, list[Issue]]:
    """The scored table, or every issue that keeps it from being scored."""
    seats = body.get("seats")
    if not isinstance(seats, list) or len(seats) > 12:
        said = "seats is a list with a name and an entry for each player, clockwise."
        number = len(seats) if isinstance(seats, list | str) else 0
        wrong = game.players_issue(chapter, number)
        return None, [wrong or Issue("missing", said, "seats")]
    found = _shape_issues(seats, body, game.is_together(chapter.key))
    names = [_part(seat, "name", str) or "" for seat in seats]
    entries = [_part(seat, "entry", dict) for seat in seats]
    settings, first = _part(body, "settings", dict) or {}, _part(body, "first", int) or 0
    if game.is_together(chapter.key):  # what its sheet asks the group stands beside ``first``
        asked = (WON, *game.sheet.asks)
        settings = {**settings, **{key: body[key] for key in asked if key in body}}
    scored = score(game, chapter.key, names, [entry or {} for entry in entries], settings, first)
    found += [i for i in errors(scored.issues) if i.seat is None or entries[i.seat] is not None]
    if found or scored.result is None:
        return None, found
    result = scored.result
    answer: shapes.Scored = {
        "seats": seats_of(names, scored.breakdowns, result),
        "winners": [names[seat] for seat in result.winners],
        "decided_by": result.decided_by,
        "why": result.why,
        "warnings": issues_of(i for i in scored.issues if i.level is Level.WARN),
    }
    if result.together:
        answer |= {"together": True, "won": bool(result.winners)}
    return answer, []


def aided(game: Game, aid: Aid, body: Mapping[str, Any]) -> tuple[JSON, list[Issue]]:
    """The answer of a calculator without a table, by default rulings; or every issue."""
    answer, issues = aid.ask(game, _offering(game, aid), body)
    return as_json(answer), issues


def _offering(game: Game, aid: Aid) -> Situation:
    """The situation with the first chapter and fewest players that has this calculator."""
    tables = [
        (chapter.key, players)
        for chapter in game.chapters
        for low, high in [chapter.players or game.players]
        for players in range(low, high + 1)
    ]
    situations = (game.situation(chapter, players, {})[0].at(1) for chapter, players in tables)
    offering = (here for here in situations if aid.when.holds(here))
    return next(offering, None) or game.situation(*tables[0], {})[0].at(1)


def issues_of(issues: Iterable[Issue]) -> list[shapes.Issue]:
    return [shaped(shapes.Issue, issue) for issue in issues]


def seats_of(
    names: Sequence[str], breakdowns: Sequence[Breakdown], result: Result
) -> list[shapes.Seat]:
    """Every seat's total, its place and where its points came from."""
    found = []
    for name, breakdown, place in zip(names, breakdowns, result.places, strict=True):
        seat: shapes.Seat = {
            "name": name,
            "total": breakdown.total if breakdown.lines else None,
            "place": None if result.together else place.position,
            "lines": [shaped(shapes.Line, line) for line in breakdown.lines],
        }
        details = {key: value for line in breakdown.lines for key, value in line.detail.items()}
        found.append(cast(shapes.Seat, {**seat, **details}))
    return found


def _part(whole: Any, key: str, kind: type) -> Any:
    """The value of ``key`` if it has the right type, else None."""
    value = whole.get(key) if isinstance(whole, dict) else None
    return value if type(value) is kind else None


def _shape_issues(seats: list[Any], body: Mapping[str, Any], together: bool) -> list[Issue]:
    """Issues about the shape of the JSON, which the rules could not even read."""
    found = [issue for i, seat in enumerate(seats) for issue in _seat_issues(i, seat, together)]
    first, settings = body.get("first"), body.get("settings")
    if first is not None and type(first) is not int:
        found.append(Issue("not-a-number", "first is the number of a seat, from 0.", "first"))
    if settings is not None and not isinstance(settings, dict):
        found.append(Issue("unknown-choice", "settings is an object.", "settings"))
    return found


def _seat_issues(i: int, seat: Any, together: bool) -> list[Issue]:
    if not isinstance(seat, dict):
        return [Issue("missing", "A seat has a name and an entry.", "name", i)]
    found = []
    name, entry = seat.get("name"), seat.get("entry")
    if not isinstance(name, str) or not name.strip():
        found.append(Issue("missing", "Each seat needs a name.", "name", i))
    elif len(name) > LONGEST_NAME:
        said = f"A name has at most {LONGEST_NAME} characters."
        found.append(Issue("too-high", said, "name", i))
    if not isinstance(entry, dict) and not (together and entry is None):
        found.append(Issue("missing", "entry is an object with the seat's fields.", "entry", i))
    return found


def brief(game: Game) -> shapes.Brief:
    """The game's line in the list of games."""
    keys = [chapter.key for chapter in game.chapters]
    return shaped(shapes.Brief, game, players=_range(game.players), chapters=keys)


def _range(players: tuple[int, int]) -> shapes.Range:
    return {"min": players[0], "max": players[1]}


def whole_game(game: Game) -> shapes.Game:
    """Everything there is to set and to enter."""
    found: shapes.Game = {
        "slug": game.slug,
        "title": game.title,
        "players": _range(game.players),
        "chapters": [_chapter(game, chapter) for chapter in game.chapters],
        "options": [shaped(shapes.Option, one, **_choices(one.choices)) for one in game.options],
        "rulings": [shaped(shapes.Ruling, one, **_choices(one.options)) for one in game.rulings],
        "card_facts": [shaped(shapes.CardFact, fact) for fact in game.card_facts],
        "sheet": {
            "categories": [
                {"key": c.key, "label": c.label, "fields": [_field(f) for f in c.fields]}
                for c in game.sheet.categories
            ]
        },
        "aids": [
            shaped(shapes.Aid, aid, phases=list(aid.phases), fields=[_field(f) for f in aid.fields])
            for aid in game.aids
        ],
        "catalogue": [_card(card) for card in game.catalogue],
    }
    if game.together:
        found["together"] = True
    if game.sheet.ties:
        found["sheet"]["ties"] = [_field(field) for field in game.sheet.ties]
    return found


def _card(card: CatalogueCard) -> shapes.Card:
    """A card of the catalogue with its details."""
    names = ("key", "label", "catalogue", "copies", "points", "sure", "note")
    return cast(shapes.Card, {**card.details, **{name: getattr(card, name) for name in names}})


def _chapter(game: Game, chapter: Chapter) -> shapes.Chapter:
    found = shaped(
        shapes.Chapter,
        chapter,
        next=game.graph.after.get(chapter.key, []),
        players=_range(chapter.players or game.players),
    )
    if game.is_together(chapter.key):
        found["together"] = True
    return found


def _choices(choices: Iterable[Choice]) -> JSON:
    labels = {choice.key: choice.label for choice in choices}
    return {"options": list(labels), "labels": labels}


def _field(field: Field) -> shapes.Field:
    needed = field.default is None and not field.sole
    found = shaped(shapes.Field, field, low=field.least, needed=needed)
    if field.choices:
        found["choices"] = [choice.key for choice in field.choices]
    if field.kind in (Kind.LIST, Kind.NUMBERS, Kind.CHOICES):
        found["most"] = field.most
    if field.item:
        found["item"] = [_field(column) for column in field.item]
    return found
