"""The rules of Newdale that are more than a table: points, checks, the point track, the story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.rules.data.load import Verbs
from companion.rules.issues import Issue, Level
from companion.rules.parts.campaign import Finished
from companion.rules.parts.clock import clockwise
from companion.rules.parts.tracks import Asked, Move, Track
from companion.rules.scoring.sheet import Breakdown, Category, Entry, ScoreLine, ScoringContext
from companion.rules.situation import Settings, Situation
from companion.rules.words import plural, signed, together

PRIZES = (4, 2, 1)  # p. 13, step 1
RANKS = ("1st", "2nd", "3rd", "4th")
ROUNDS = 7
FLIP = 50  # p. 7
COINS_A_POINT = 5  # p. 13, step 3


def track(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """The marker’s space, plus 50 if it shows 50+. It can be below 0 (R6)."""
    points = context.entries[seat].get("track") or 0
    if points < 0 and context.setting("below-zero") == "stop-at-zero":
        return ScoreLine(0, f"{points}, but the marker stops at 0")
    return ScoreLine(points, str(points))


def military(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """Most fists 4, 2nd 2, 3rd 1, no fists 0. Tied players share the better rank, and the ranks
    they fill are skipped (p. 13, step 1).
    """
    mine = context.entries[seat].get("fists") or 0
    if context.situation.solo and context.setting("solo-military") == "none":
        return ScoreLine(0, f"{plural(mine, 'fist')}, no points in a solo game")
    if not mine:
        return ScoreLine(0, "no fists")
    fists = context.values("fists")
    better = [n for n in fists if n > mine]
    prize = PRIZES[len(better)] if len(better) < len(PRIZES) else 0
    if len(better) == 3 and len(set(better)) == 1:
        prize = PRIZES[2] if context.setting("fourth-of-tie") == "third-prize" else 0
    tied = [name for i, name in enumerate(context.names) if fists[i] == mine and i != seat]
    with_whom = f", tied with {together(tied)}" if tied else ""
    return ScoreLine(prize, f"{plural(mine, 'fist')}{with_whom}, {RANKS[len(better)]}")


def objective(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """The chapter card’s points for the option you took, or 0."""
    option, spent = (context.entries[seat][key] for key in ("objective", "spent"))
    if option == "none":
        return ScoreLine(0, "none taken")
    points = context.setting(f"objective_{option}_points") or 0
    return ScoreLine(points, f"{option} option, {plural(spent, 'coin')} given")


def goods(category: Category, context: ScoringContext, seat: int) -> ScoreLine:
    """Coins left after the main objective, ÷ 5, rounded down (p. 13, step 3)."""
    mine = context.entries[seat]
    given = coins_given(context, mine)
    left = mine["coins"] - given
    said = f"{mine['coins']} − {given} = " if given else ""
    working = f"{said}{plural(left, 'coin')}, 1 per {COINS_A_POINT}"
    return ScoreLine(left // COINS_A_POINT, working)


def best_option(options: Mapping[str, tuple[int, int]], coins: int) -> tuple[str, int]:
    """The option, by its coins and points, that brings most with these goods, exactly paid, and
    points with what is left."""
    worth = {"none": coins // COINS_A_POINT}
    for key, (price, points) in options.items():
        if price <= coins:
            worth[key] = points + (coins - price) // COINS_A_POINT
    best = max(worth, key=lambda key: worth[key])
    return best, worth[best]


def coins_given(context: ScoringContext, entry: Entry) -> int:
    """What the main objective takes: all that was given, or by ruling what it needs (R10)."""
    needed = context.setting(f"objective_{entry['objective']}_coins")
    if needed is None or context.setting("overpay") == "lost":
        return int(entry["spent"])
    return int(min(entry["spent"], needed))


def check_objective(context: ScoringContext) -> Iterator[Issue]:
    """The option taken must be on the card, be paid, and be paid with goods one has."""
    for seat, entry in enumerate(context.entries):
        option, spent, coins = entry["objective"], entry["spent"], entry["coins"]
        if spent is None:
            continue
        if option == "none" and spent:
            said = "You give coins only for an option. Choose one, or enter 0."
            yield Issue("conflict", said, "spent", seat)
        elif coins is not None and spent > coins:
            said = f"{plural(spent, 'coin')} given, but the goods are worth {coins}."
            yield Issue("conflict", said, "spent", seat)
        needed = context.setting(f"objective_{option}_coins")
        if needed is not None and spent < needed:
            said = f"The {option} option needs goods worth at least {plural(needed, 'coin')}."
            yield Issue("too-low", said, "spent", seat)
    taken = {entry["objective"] for entry in context.entries} - {None, "none"}
    level = Level.WARN if context.setting("objective-values") == "zero" else Level.ERROR
    for option in sorted(taken):
        key = f"objective_{option}_points"
        if context.setting(key) is None:
            said = f"Copy the points of the {option} option from the chapter card."
            yield Issue("missing", said, key, level=level)


def check_better(context: ScoringContext) -> Iterator[Issue]:
    """Points out the option of the main objective that would bring more (R9)."""
    if context.setting("better-objective") == "quiet":
        return
    pairs = {
        key: (context.setting(f"objective_{key}_coins"), context.setting(f"objective_{key}_points"))
        for key in ("first", "second")
    }
    copied = {key: pair for key, pair in pairs.items() if None not in pair}
    for seat, entry in enumerate(context.entries):
        taken, spent, coins = entry["objective"], entry["spent"], entry["coins"]
        if None in (taken, spent, coins) or spent > coins:  # first that has to be put right
            continue
        now = (coins - coins_given(context, entry)) // COINS_A_POINT
        now += context.setting(f"objective_{taken}_points") or 0
        best, worth = best_option(copied, coins)
        if worth > now and best not in (taken, "none"):
            more = f"{worth} instead of {now}, goods left included"
            said = f"With the right goods, the {best} option scores {worth - now} more ({more})."
            take = (("objective", best), ("spent", copied[best][0]))
            yield Issue("better", said, "objective", seat, Level.ADVICE, take)


def check_towns(context: ScoringContext) -> Iterator[Issue]:
    """Every building brings a house, and one stands there from the start (A9). Only asked: a group
    may have noted some of its buildings and not the others."""
    first = context.setting("start-house") != "does-not-count"
    each = 2 if context.setting("both-symbols") == "twice" else 1
    for seat, towns in enumerate(context.values("towns")):
        built = context.cards(seat, "built")
        most = (built + first) * each
        if built and towns > most:
            noted = f"{plural(built, 'building')} entered, so at most {plural(most, 'town')}"
            said = f"{noted}. Is a building missing?"
            yield Issue("conflict", said, "towns", seat, Level.WARN)


def check_track(context: ScoringContext) -> Iterator[Issue]:
    """Points below 0 are rare, so worth a second look (R6)."""
    stops = context.setting("below-zero") == "stop-at-zero"
    for seat, points in enumerate(context.values("track")):
        if points < 0:
            counts = "stops at 0 (house rule)" if stops else f"counts as {signed(points)}"
            said = f"Points below 0 are rare. The marker {counts}. Is that right?"
            yield Issue("too-low", said, "track", seat, Level.WARN)


def check_chapter(context: ScoringContext) -> Iterator[Issue]:
    """A group that plays without side objectives has nothing on the chapter line (R18)."""
    if context.setting("side-objectives") != "left-out":
        return
    for seat, points in enumerate(context.values("chapter")):
        if points:
            said = "Your group plays without side objectives and penalties, so enter 0."
            yield Issue("conflict", said, "chapter", seat)


def furthest_seat(context: ScoringContext, scored: Sequence[Breakdown], seat: int) -> int:
    """Seats from the final starting player; the bag moves on after round 7 too (p. 13)."""
    situation = context.situation
    steps = (seat - situation.first - ROUNDS) % situation.players
    if context.setting("furthest") == "either-way":
        return min(steps, situation.players - steps)
    return steps


def point_track(track: Track, situation: Situation, before: int, wanted: int) -> Move:
    """2 cards for each mark passed on the way up, again after a loss (p. 7, R4 to R6).

    Above 50 the marker shows its other side (p. 7).
    """
    after = max(wanted, 0) if situation["below-zero"] == "stop-at-zero" else wanted
    shift = 1 if situation["threshold"] == "reaching" else 0
    passed = [mark for mark in track.marks if before + shift <= mark < after + shift]
    marks = passed[:1] if situation["several-thresholds"] == "once" else passed
    cards = 2 * len(marks)
    prompts = [Asked("passed", {"marks": tuple(passed), "cards": cards})] if marks else []
    if (before > FLIP) != (after > FLIP):
        prompts.append(Asked("turn", {"side": FLIP if after > FLIP else 0}))
    return Move(after, tuple(prompts))


def bag(situation: Situation, number: int) -> tuple[int, ...]:
    """The bag moves on after every round, the last one too, so before final production (p. 7)."""
    return clockwise(situation, number + (situation.phase == "final-production"))


def start_of_v(situation: Situation) -> tuple[str, ...]:
    """Creekside or Thickthorn; both while nobody has said which."""
    towns = {"creekside": "Creekside", "thickthorn": "Thickthorn"}
    chosen = situation["start-town"]
    return (towns[chosen],) if chosen else tuple(towns.values())


def sawmills(situation: Situation) -> tuple[str, ...]:
    """One per player, two alone, unless the group's copy says otherwise (R13)."""
    if not situation["sawmills_named"] and situation["sawmill-chapter"] != situation.chapter:
        return ()
    likely = 2 if situation.solo else situation.players
    return (f"Sawmill × {situation['sawmills'] or likely}",)


def after_winner(before: Finished, seats: Sequence[str]) -> int | None:
    """The winner plays last, so the seat after starts (p. 13)."""
    if len(before.winners) != 1 or list(seats).count(before.winners[0]) != 1:
        return None
    return (seats.index(before.winners[0]) + 1) % len(seats)


def cup(chapters: Sequence[Finished], settings: Settings) -> tuple[str, ...]:
    """The last winner; by ruling whoever won most chapters or points (R20)."""
    match settings.get("cup"):
        case "most-wins":
            tally = Counter(name for chapter in chapters for name in chapter.winners)
        case "most-points":
            tally = Counter()
            for chapter in chapters:
                tally.update(dict(zip(chapter.names, chapter.totals, strict=True)))
        case _:
            return chapters[-1].winners
    most = max(tally.values(), default=0)
    return tuple(name for name, n in tally.items() if n == most)


VERBS = Verbs(
    rules={"track": track, "military": military, "objective": objective, "goods": goods},
    checks={
        "objective": check_objective,
        "better-objective": check_better,
        "track": check_track,
        "chapter": check_chapter,
        "towns": check_towns,
    },
    merits={"furthest-seat": furthest_seat},
    facts={"start-of-v": start_of_v, "sawmills": sawmills},
    orders={"bag": bag},
    tracks={"point-track": point_track},
    starters={"after-winner": after_winner},
    cups={"cup": cup},
)
