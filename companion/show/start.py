"""The form that starts a play: what it shows, its draft, and every issue against it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.actions.starting import Start
from companion.rules.game import Game
from companion.rules.issues import Issue
from companion.rules.journal.people import BY_NAME, Seat, is_same, shown_names
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Path, nobody
from companion.rules.parts.facts import Certainty
from companion.rules.parts.settings import Option
from companion.rules.situation import fitting
from companion.rules.words import listed, together
from companion.show.plan import DRAW, STORY, Plan, PlanRow, story_goes_on
from companion.show.rulings import Answer
from companion.show.score.questions import untold_win

Objections = Mapping[str, tuple[str, ...]]
"""Issues by the name of the control they are shown beside."""


def start(plan: Plan, state: State, key: str, newcomers: bool = False) -> dict[str, Any]:
    """The data of the start; random choices come from ``key``, so that a repeat is the same.

    A group that has not chosen its pace gets what suits it; ``newcomers``: on this device nobody
    has finished a game of it.
    """
    plan = settled(plan, state)
    people = [plan.people[row] for row in plan.rows]
    seats = [Seat(one.name.strip(), one.colour, _known(one, state)) for one in people]
    asked = {option.key for option in options(plan, state)}
    settings = {k: v for k, v in plan.options.items() if k in asked}
    seats, settings = _with_automaton(state.game, seats, settings)
    situation, _ = state.game.situation(plan.chapter, len(seats), settings)
    pace = "" if state.paced else state.game.clock.default_pace(situation, newcomers)
    return Start(
        plan.chapter,
        tuple(seats),
        (_first(plan, state, key) or 0) if state.game.first else 0,
        settings,
        story=plan.story,
        zone="" if state.zone else plan.zone,
        pace="" if pace == state.pace else str(pace),
    ).as_json()


def _with_automaton(
    game: Game, seats: list[Seat], settings: dict[str, str]
) -> tuple[list[Seat], dict[str, str]]:
    """Whoever is alone, or asks for it, plays with the seat that the game plays by itself."""
    if not game.automaton:
        return seats, settings
    there = any(is_same(seat.name, game.automaton) for seat in seats)
    wanted = game.automaton_sets.items() <= settings.items()
    if not there and (wanted or len(seats) < game.players[0]):
        seats, there = [*seats, Seat(game.automaton)], True
    return seats, {**settings, **game.automaton_sets} if there else settings


def _known(row: PlanRow, state: State) -> int | None:
    """The person of a row, unless another name was typed there."""
    was = shown_names(state.people).get(row.person or 0, "")
    return row.person if was and is_same(was, row.name) else BY_NAME


def settled(plan: Plan, state: State) -> Plan:
    """The plan with the chapter that the story leaves no doubt about."""
    open_ways = ways(state)
    keys = [way.to for way in open_ways] or [state.game.graph.first]
    if not plan.story or plan.chapter in keys:
        return plan
    sure = len(keys) == 1 or open_ways[0].sure != open_ways[1].sure
    return replace(plan, chapter=keys[0] if sure else "")


def ways(state: State) -> list[Path]:
    """The ways on in the story, the likeliest first; none before it has begun."""
    if not state.story:
        return []
    last = state.story[-1]
    found = state.ways(last)
    return [way for way in found if way.to == last.branch] or found


def options(plan: Plan, state: State) -> list[Option]:
    """What the game asks of this chapter, without what the story decides by itself."""
    game = state.worded
    decided = {key for path in game.graph.paths for key in path.sets}
    given = {o.key: plan.options[o.key] for o in game.options if o.key in plan.options}
    situation, _ = game.situation(plan.chapter, len(plan.rows), given)
    asked = fitting(game.options, situation)
    alone = game.automaton_sets if len(plan.rows) < game.players[0] else {}
    open_still = (o for o in asked if o.key not in alone)
    return [o for o in open_still if o.key not in decided or not (plan.story or o.default)]


def story_says(plan: Plan, state: State) -> bool:
    """Whether the story itself has a rule about who starts, and what it asks for is known."""
    has_rule = plan.story and state.game.graph.starter is not nobody
    return has_rule and bool(state.outcomes()) and not untold_win(state.story[-1])


def story_first(plan: Plan, state: State) -> int | None:
    """The seat that starts by that rule; None where it does not help."""
    return state.next_first(plan.names) if story_says(plan, state) else None


def _first(plan: Plan, state: State, key: str) -> int | None:
    if plan.first == DRAW:
        return random.Random(key).randrange(max(len(plan.rows), 1))
    if plan.first == STORY:
        return story_first(plan, state)
    rows = [str(row) for row in plan.rows]
    return rows.index(plan.first) if plan.first in rows else None


def objections(plan: Plan, state: State) -> Objections:
    """Every issue against starting, by control."""
    plan = settled(plan, state)
    # By control, each once and in their order.
    found: dict[str, dict[str, None]] = {}
    for where, said in [*_rules(plan, state), *_namesakes(plan), *_unanswered(plan, state)]:
        found.setdefault(where, {})[said] = None
    return {where: tuple(said) for where, said in found.items()}


def early_objections(plan: Plan, state: State) -> Objections:
    """What can be said before everything is typed: too many, too few."""
    early = {"players", *(f"o-{key}" for key in state.game.automaton_sets)}
    return {key: said for key, said in objections(plan, state).items() if key in early}


def _rules(plan: Plan, state: State) -> Iterator[tuple[str, str]]:
    if not plan.chapter:
        yield "chapter", "Choose the next chapter."
        return
    for issue in Start.from_json(start(plan, state, "")).issues(state, None):
        yield _where(issue, plan, state.game), issue.message


def _where(issue: Issue, plan: Plan, game: Game) -> str:
    """What an issue stands beside: one too many with the seat that the game plays, where it is
    asked for."""
    where, chapter = control(issue, plan), game.chapter(plan.chapter)
    wanted = bool(game.automaton) and game.automaton_sets.items() <= plan.options.items()
    if where != "players" or not (wanted and chapter):
        return where
    by_themselves = game.players_issue(chapter, len(plan.rows))
    return where if by_themselves else next((f"o-{key}" for key in game.automaton_sets), where)


def _namesakes(plan: Plan) -> Iterator[tuple[str, str]]:
    """Issues about names, by which the story knows people."""
    for row, name in zip(plan.rows, plan.names, strict=True):
        if name and plan.names.count(name) > 1:
            yield f"name-{row}", "Two players have this name. Add a letter to one of them."


def _unanswered(plan: Plan, state: State) -> Iterator[tuple[str, str]]:
    for option in options(plan, state):
        if option.default is None and option.key not in plan.options:
            labels = listed([choice.label for choice in option.choices], "or")
            yield f"o-{option.key}", f"Choose one: {labels}."
    if state.game.first and len(plan.rows) > 1 and _first(plan, state, "") is None:
        yield "first", "Choose who goes first, or Random."


def control(issue: Issue, plan: Plan) -> str:
    """The control an issue of the start is about."""
    if issue.seat is not None and issue.field:
        return f"{issue.field}-{plan.rows[issue.seat]}"
    if issue.field is None:
        return "players" if issue.code == "players" else "form"
    return issue.field if issue.field in ("chapter", "first") else f"o-{issue.field}"


@dataclass(frozen=True, slots=True)
class StartForm:
    plan: Plan
    counts: tuple[int, ...]  # how many can sit down; what was picked before stays to be seen
    counts_note: str  # why there are fewer than the game has
    full: bool  # nobody else can join
    kinds: tuple[Answer, ...]  # story or single; empty where there is no choice
    story_note: str  # why the story cannot be taken up
    ways: tuple[Answer, ...]  # where the story goes on; empty outside it
    ways_note: str
    chapters: tuple[Answer, ...]  # outside the story; empty where there is but one
    single: str  # the one that is chosen there once more, while the story is; else one without it
    questions: tuple[tuple[Option, tuple[Answer, ...]], ...]
    firsts: tuple[Answer, ...]  # empty for one alone
    first_note: str


def sheet(plan: Plan, state: State, covered: bool) -> StartForm:
    """Everything the form shows for what has been typed so far."""
    plan, game = settled(plan, state), state.game
    chapter = game.chapter(plan.chapter)
    low, high = (chapter.players if chapter else None) or game.people
    on = ways(state) if plan.story else []
    single = game.chapters if not plan.story and len(game.chapters) > 1 else ()
    alone = (one.key for one in game.chapters if not one.story)
    questions = [(one, plan.options.get(one.key, one.default)) for one in options(plan, state)]
    return StartForm(
        plan=plan,
        counts=tuple(range(min(low, len(plan.people)), max(high, len(plan.people)) + 1)),
        counts_note=chapter.why if chapter and chapter.players else "",
        full=len(plan.rows) >= high,
        kinds=_kinds(plan, state),
        story_note=_story_note(state),
        ways=tuple(_way(way, plan, game, several=len(on) > 1) for way in on),
        ways_note=" ".join(dict.fromkeys(way.note for way in on if way.note)) if on[1:] else "",
        chapters=tuple(
            Answer(
                # A chapter of the story keeps its title to itself while it is covered.
                f"Chapter {c.key}" if covered and c.story else c.title,
                c.key,
                c.key == plan.chapter,
            )
            for c in single
        ),
        single=plan.single or next(alone, "") if plan.story else "",
        questions=tuple(
            (option, tuple(Answer(c.label, c.key, c.key == chosen) for c in option.choices))
            for option, chosen in questions
        ),
        firsts=_firsts(plan, state) if len(plan.rows) > 1 and state.game.first else (),
        first_note=_first_note(plan, state) if len(plan.rows) > 1 else "",
    )


def _kinds(plan: Plan, state: State) -> tuple[Answer, ...]:
    if not state.game.tells_story or not story_goes_on(state):
        return ()
    first = state.game.title_of(state.game.graph.first)
    hint = "Continue from the last chapter" if state.story else f"Start at {first}"
    story = Answer("Campaign", STORY, plan.story, hint=hint)
    offered, alone = state.game.chapters[0], not plan.story
    if offered.story:
        return story, Answer("One-off game", "single", alone, hint="Any chapter on its own")
    return Answer(offered.title, "single", alone, hint="Or any chapter on its own"), story


def _story_note(state: State) -> str:
    if not state.game.tells_story or not state.story or story_goes_on(state):
        return ""
    last = state.story[-1]
    if not last.finished:
        return f"Finish {state.game.title_of(last.chapter)} first, or leave it unfinished."
    return "Campaign complete. You can still play any chapter on its own."


def _way(way: Path, plan: Plan, game: Game, several: bool) -> Answer:
    likely = {Certainty.LIKELY: "Probably this one.", Certainty.ASSUMED: "Also possible."}
    low, high = game.people
    card = game.told_by(way.to, max(low, min(len(plan.rows), high)))
    label = game.title_of(way.to) + (f", {card}" if card else "")
    hint = likely.get(way.sure, "") if several else ""
    return Answer(label, way.to, plan.chapter == way.to, hint=hint)


def _firsts(plan: Plan, state: State) -> tuple[Answer, ...]:
    seat = story_first(plan, state)
    by_rule = [] if seat is None else [(STORY, f"{plan.names[seat]} (by the campaign)")]
    named = [(str(row), plan.people[row].name.strip() or f"Seat {row + 1}") for row in plan.rows]
    every = [*by_rule, (DRAW, "Random"), *named]
    return tuple(Answer(label, key, key == plan.first) for key, label in every)


def _first_note(plan: Plan, state: State) -> str:
    """Why the story suggests somebody, or why it cannot."""
    winners = state.outcomes()[-1].winners if story_says(plan, state) else ()
    if away := [name for name in winners if name not in plan.names]:
        are = f"{'is' if len(away) == 1 else 'are'} not here"
        return f"{together(away)} won the last chapter and {are}, so choose who goes first."
    if not winners:
        return ""
    if len(winners) > 1:
        return f"{together(winners)} won the last chapter together, so choose who goes first."
    return f"{winners[0]} won the last chapter."
