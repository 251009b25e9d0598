"""The view model of the form that starts a play."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Game
from companion.rules.journal.state import State
from companion.rules.parts.campaign import Path
from companion.rules.parts.facts import Certainty
from companion.rules.parts.settings import Option
from companion.rules.words import together
from companion.show.rulings import Answer
from companion.show.start.draft import options, settled, story_first, story_says, ways
from companion.show.start.plan import DRAW, STORY, Plan, story_goes_on

SINGLE = "single"


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
        questions=tuple((option, _answers(option, plan)) for option in options(plan, state)),
        firsts=_firsts(plan, state) if len(plan.rows) > 1 and state.game.first else (),
        first_note=_first_note(plan, state) if len(plan.rows) > 1 else "",
    )


def _kinds(plan: Plan, state: State) -> tuple[Answer, ...]:
    if not state.game.tells_story or not story_goes_on(state):
        return ()
    begun = bool(state.story)
    first = state.game.title_of(state.game.graph.first)
    hint = "Continue from the last chapter" if begun else f"Start at {first}"
    story = Answer("Campaign", STORY, plan.story, hint=hint)
    offered = state.game.chapters[0]
    if offered.story:
        hint = "Any chapter on its own"
        return story, Answer("One-off game", SINGLE, not plan.story, hint=hint)
    return Answer(offered.title, SINGLE, not plan.story, hint="Or any chapter on its own"), story


def _story_note(state: State) -> str:
    if not state.game.tells_story or not state.story or story_goes_on(state):
        return ""
    last = state.story[-1]
    if not last.finished:
        return f"Finish {state.game.title_of(last.chapter)} first, or leave it unfinished."
    return "Campaign complete. You can still play any chapter on its own."


def _way(way: Path, plan: Plan, game: Game, several: bool) -> Answer:
    label = game.title_of(way.to)
    likely = {Certainty.LIKELY: "Probably this one.", Certainty.ASSUMED: "Also possible."}
    hint = likely.get(way.sure, "") if several else ""
    card = game.told_by(way.to, min(len(plan.rows), game.people[1]))
    label = f"{label}, {card}" if card else label
    return Answer(label, way.to, plan.chapter == way.to, hint=hint)


def _answers(option: Option, plan: Plan) -> tuple[Answer, ...]:
    chosen = plan.options.get(option.key, option.default)
    return tuple(Answer(c.label, c.key, c.key == chosen) for c in option.choices)


def _firsts(plan: Plan, state: State) -> tuple[Answer, ...]:
    seat = story_first(plan, state)
    by_rule = [] if seat is None else [(STORY, f"{plan.names[seat]} (by the campaign)")]
    named = [(str(row), plan.people[row].name.strip() or f"Seat {row + 1}") for row in plan.rows]
    every = [*by_rule, (DRAW, "Random"), *named]
    return tuple(Answer(label, key, key == plan.first) for key, label in every)


def _first_note(plan: Plan, state: State) -> str:
    """Why the story suggests somebody, or why it cannot."""
    if not story_says(plan, state):
        return ""
    winners = state.outcomes()[-1].winners
    if not winners:
        return ""
    away = [name for name in winners if name not in plan.names]
    if away:
        are = "is" if len(away) == 1 else "are"
        return (
            f"{together(away)} won the last chapter and {are} not here, so choose who goes first."
        )
    if len(winners) != 1:
        return f"{together(winners)} won the last chapter together, so choose who goes first."
    return f"{winners[0]} won the last chapter."
