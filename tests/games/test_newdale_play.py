"""Newdale while it is played: what events print, tokens in order, what is built and bought."""

from __future__ import annotations

from companion.rules.aids.table import Table
from companion.rules.issues import Level
from companion.show.play.aid import aid_form
from companion.show.play.asked import NO_LOOK
from companion.show.play.moment import now
from companion.show.play.pads import pads
from companion.show.play.screen import play_page
from companion.show.play.tracks import tallies
from tests.journal import Journal, codes


def newdale(chapter: str = "V", players: int = 3) -> Journal:
    table = Journal("newdale")
    table.start(chapter, players)
    return table


def go_on(table: Journal, phase: str, number: int = 1) -> None:
    while (table.play.moment.phase, table.play.moment.round) != (phase, number):
        table.must("advance", moment=table.play.moment.as_json())


def event(table: Journal, card: int, *figures: str) -> None:
    table.must("reveal", deck="events", card=card, position=table.play.moment.round - 1)
    for figure in figures:
        table.must("lay", pad="printed", card=figure)


def market(table: Journal) -> list[int]:
    return [table.play.tracks[colour][0] for colour in ("yellow", "green", "red", "blue")]


def test_what_an_event_prints_is_there_when_its_number_comes_up_again() -> None:
    table = newdale()
    event(table, 100, "yellow", "red")
    table.must("count", track="draws", by=2)
    table.start("VI", 3)
    event(table, 101)
    assert market(table) == [0, 0, 0, 0] and table.play.tracks["draws"] == (4,)
    go_on(table, "event", 2)
    event(table, 100)
    assert [laid.card for laid in table.play.pads["printed"][0]] == ["yellow", "red"]
    assert market(table) == [1, 0, 1, 0] and table.play.tracks["draws"] == (6,)
    table.must("lift", pad="printed", card="red", position=1)
    assert market(table) == [1, 0, 0, 0]
    assert table.state.kept["events", 100, "printed"] == ("yellow",)


def test_events_of_which_there_are_several_are_asked_each_time() -> None:
    table = newdale()
    for number, card in enumerate((100, 101, 108), 1):
        go_on(table, "event", number)
        event(table, card)
    go_on(table, "event", 4)
    event(table, 10, "blue")
    go_on(table, "event", 5)
    event(table, 10)
    assert market(table) == [0, 0, 0, 0]
    assert not any(card == 10 for _, card, _ in table.state.kept)


def test_figures_of_the_event_wait_for_the_event() -> None:
    table = newdale()
    layout = play_page(table.state, table.play).layout
    assert [part.key for part in layout.tool] == ["events"]
    event(table, 100)
    layout = play_page(table.state, table.play).layout
    assert [part.key for part in layout.tool] == ["events", "printed", "draws"]


def test_four_or_six_figures_are_drawn_and_no_other_number() -> None:
    table = newdale()
    assert codes(table.do("count", track="draws", to=5)) == ["not-a-number"]
    go_on(table, "assistants")
    assert pads(table.play, 0, NO_LOOK)["drawn"].waits == "4 more", "also before the first"
    table.must("lay", pad="drawn", card="blue")
    drawn = pads(table.play, 0, NO_LOOK)["drawn"]
    assert drawn.filled and (drawn.filled.now, drawn.filled.most) == (1, 4)
    table.must("count", track="draws", by=2)
    assert pads(table.play, 0, NO_LOOK)["drawn"].waits == "5 more"
    assert Table(table.play, 0).pad("drawn").coming == 5
    for card in ("yellow", "yellow", "green", "red", "red"):
        table.must("lay", pad="drawn", card=card)
    keys = [face for _, faces in pads(table.play, 0, NO_LOOK)["drawn"].faces for face in faces]
    assert all(face.disabled for face in keys)
    table.must("lift", pad="drawn", card="red", position=5)
    keys = [face for _, faces in pads(table.play, 0, NO_LOOK)["drawn"].faces for face in faces]
    assert not any(face.disabled for face in keys)


def test_points_below_0_have_a_true_minus_in_the_strip_and_its_fold() -> None:
    table = newdale()
    table.must("count", track="points", seat=1, to=-2)
    assert tallies(table.play)["points"].now == "Ada 3, Ben −2, Cleo 3"


def test_tokens_come_in_order_and_bought_ones_from_the_next_round_on() -> None:
    table = newdale()
    go_on(table, "actions")
    here = now(table.play, 7)
    assert here.lap == "Token 1" and [turn.name for turn in here.order] == ["Ada", "Ben", "Cleo"]
    table.must("lay", pad="growth", card="token-4", seat=1)
    assert table.play.tracks["points"] == (3, 6, 3)
    table.must("turn", seat=2)
    follows = now(table.play, 7).order[-1]
    assert (follows.name, follows.lap, follows.next) == ("Ada", "Token 2", True)
    table.must("turn", seat=2, lap=1)
    assert table.state.log[-1].sentence(table.state) == "Token 2: Cleo’s turn."
    assert len(now(table.play, 7).order) == 3  # nobody has token 3 or 4 in this round
    go_on(table, "actions", 2)
    table.must("turn", seat=0, lap=1)
    follows = now(table.play, 7).order[-1]
    assert (follows.name, follows.lap) == ("Ben", "Token 4")
    assert codes(table.do("turn", seat=0, lap=4)) == ["unknown-choice"]


def test_growth_and_progress_are_bought_once_each() -> None:
    table = newdale()
    table.must("lay", pad="growth", card="compensation", seat=0)
    assert codes(table.do("lay", pad="growth", card="compensation", seat=0)) == ["supply"]
    table.must("lay", pad="growth", card="compensation", seat=1)
    aid = table.game.aid("production")
    assert aid and [aid.known(Table(table.play, seat))["compensation"] for seat in (0, 1, 2)] == [
        2,
        2,
        3,
    ]


def test_will_it_work_knows_post_offices_rabbit_and_onyx() -> None:
    table = newdale()
    go_on(table, "planning")
    table.must("lay", pad="built", card="post-office-red", seat=0)
    table.must("lay", pad="rabbit", card="red", seat=0)
    table.must("lay", pad="onyx", card="blue", seat=0)
    aid = table.game.aid("production")
    assert aid
    known = aid.known(Table(table.play, 0))
    assert known["own"] == {"yellow": 0, "green": 0, "red": 2, "blue": 1}
    assert known["bag"] == {"yellow": 6, "green": 5, "red": 3, "blue": 2} and known["draws"] == 4
    assert aid.known(Table(table.play, 1))["own"]["red"] == 0
    form = aid_form(table.play, aid, 0, {"f-needs.yellow": ["2"]})
    assert [line.label for line in form.lines] == ["Sloppy", "Orderly", "Extraordinary"]


def test_rabbit_takes_two_figures_out_of_the_bag_and_onyx_one() -> None:
    for pad, most in (("rabbit", 2), ("onyx", 1)):
        table = newdale()
        for phase in ("planning", "assistants", "actions"):
            go_on(table, phase)
            resting = []
            for n in range(most + 1):
                faces = [f for _, each in pads(table.play, 0, NO_LOOK)[pad].faces for f in each]
                resting.append(all(face.disabled for face in faces))
                if n < most:
                    table.must("lay", pad=pad, card="green", seat=0)
            assert resting == [False] * most + [True], (pad, phase)
            assert (Table(table.play, 0).pad("drawn").left or {})["green"] == 5 - most
            for _ in range(most):
                table.must("lift", pad=pad, card="green", seat=0)


def test_onyx_finds_no_assistant_that_the_bag_has_no_more() -> None:
    table = newdale()
    for _ in range(3):
        table.must("lay", pad="drawn", card="blue")
    assert codes(table.do("lay", pad="onyx", card="blue", seat=0)) == ["supply"]


def test_hooded_ones_in_the_bag_are_as_many_as_the_chronicle_says() -> None:
    table = newdale()
    table.must("record", fact="hooded_ones", value=2)
    assert (Table(table.play, 0).pad("drawn").left or {})["hooded"] == 2
    for _ in range(2):
        table.must("lay", pad="drawn", card="hooded")
    assert codes(table.do("lay", pad="rabbit", card="hooded", seat=0)) == ["supply"]


def test_buildings_bring_their_fists_and_their_points_to_the_sheet() -> None:
    table = newdale()
    table.must("lay", pad="built", card="fortress", seat=0, points=3)
    table.must("lay", pad="built", card="production", seat=0, points=4)
    table.must("lay", pad="built", card="coal-trade", seat=1)
    assert table.play.tracks["fists"] == (2, 0, 0)
    assert table.play.fed["buildings"].values == (7, None, None)
    assert table.play.filled_in[0]["fists"] == 2


def test_more_towns_than_houses_are_pointed_out_and_nobody_is_held_up() -> None:
    table = newdale("I", 2)
    table.must("lay", pad="built", card="production", seat=0, points=3)
    for seat in (0, 1):
        table.fill(seat, track=0, coins=0, towns=3)
    table.fill(1, buildings=0)
    table.confirm()
    [issue] = table.play.checked_sheet[1]
    assert (issue.field, issue.seat, issue.level) == ("towns", 0, Level.WARN)
    assert issue.message == "1 building entered, so at most 2 towns. Is a building missing?"
    table.must("finish")
    assert table.play.scored and [one.total for one in table.play.scored[0]] == [9, 6]


def test_characters_lie_out_and_are_picked_anti_clockwise() -> None:
    table = newdale()
    table.must("draw", draw="characters", seed=3)
    out = table.play.drawn["characters"]
    assert len(out) == 3 and "characters" not in table.play.held
    other = next(card for card in ("P01", "P02", "P03", "P04", "P05") if card not in out)
    assert codes(table.do("hold", draw="characters", seat=2, thing=other)) == ["unknown-choice"]
    table.must("hold", draw="characters", seat=2, thing=out[0])
    assert codes(table.do("hold", draw="characters", seat=1, thing=out[0])) == ["conflict"]
    assert table.play.seat_captions[2].startswith(out[0])
    assert characters_of(table, 2) == {out[0]}
    assert characters_of(table, 1) == {out[1], out[2]}  # what lies out and nobody else has
    table.must("lay", pad="used", card=out[0], seat=2)
    assert codes(table.do("lay", pad="used", card=out[0], seat=2)) == ["supply"]
    assert table.play.seat_captions[2].startswith(f"used: {out[0]}")
    label = next(card.label for card in table.game.catalogue if card.key == out[0])
    assert pads(table.play, 0, NO_LOOK)["used"].now == f"Cleo: {label}"


def characters_of(table: Journal, seat: int) -> set[str]:
    """Those that a seat may tell to have used."""
    return {f.key for _, faces in pads(table.play, seat, NO_LOOK)["used"].faces for f in faces}


def test_what_a_character_brings_is_told_by_whoever_has_it() -> None:
    table = newdale("II", 4)
    for asked in (0, 3):
        view = pads(table.play, asked, NO_LOOK)["rabbit"]
        assert (view.seat, view.seats) == (asked, (0, 1, 2, 3))
    table.must("hold", draw="characters", seat=0, thing="P03")
    view = pads(table.play, 0, NO_LOOK)["rabbit"]
    assert (view.seat, view.seats) == (1, (1, 2, 3)), "one who has another character has not this"
    table.must("hold", draw="characters", seat=2, thing="P02")
    for asked in (0, 2):
        view = pads(table.play, asked, NO_LOOK)["rabbit"]
        assert (view.seat, view.seats) == (2, (2,))
    assert pads(table.play, 0, NO_LOOK)["onyx"].seats == (1, 3)
    for seat, thing in ((1, "P01"), (3, "P04")):
        table.must("hold", draw="characters", seat=seat, thing=thing)
    assert pads(table.play, 0, NO_LOOK)["onyx"].seat == 3


def test_what_no_character_in_play_brings_is_not_asked_for() -> None:
    table = newdale("II", 2)
    table.must("draw", draw="characters", seed=0, kept=["P01", "P04"])
    shown = pads(table.play, 0, NO_LOOK)
    assert "rabbit" not in shown and shown["onyx"].seats == (0, 1)
    other = newdale("II", 2)
    for seat, thing in enumerate(("P01", "P02")):
        other.must("hold", draw="characters", seat=seat, thing=thing)
    shown = pads(other.play, 0, NO_LOOK)
    assert "onyx" not in shown and shown["rabbit"].seat == 1


def test_a_tile_taken_off_is_told_apart_from_cards_drawn() -> None:
    table = newdale()
    table.must("lay", pad="growth", card="compensation", seat=0)
    assert table.state.log[-1].sentence(table.state) == "Ada bought Compensation 2."


def test_a_post_office_says_what_it_brings_and_no_bare_number_of_copies() -> None:
    table = newdale("I")
    faces = [face for _, faces in pads(table.play, 0, NO_LOOK)["built"].faces for face in faces]
    said = {face.label: face.hint for face in faces}
    assert said["Post Office, blue"] == "1 extra blue, for you only"
    assert not any("×" in hint for hint in said.values())


def test_nobody_has_two_ships_cooks() -> None:
    table = newdale("VIII")
    table.must("lay", pad="sailors", card="ships-cook", seat=0)
    assert codes(table.do("lay", pad="sailors", card="ships-cook", seat=0)) == ["supply"]
    for seat in (1, 2):
        table.must("lay", pad="sailors", card="ships-cook", seat=seat)
    faces = [face for _, faces in pads(table.play, 0, NO_LOOK)["sailors"].faces for face in faces]
    cook = next(face for face in faces if face.key == "ships-cook")
    assert cook.disabled and cook.hint.startswith("when hired: move your ship 1 space now or never")


def test_effects_of_phase_vi_are_at_hand_there() -> None:
    table = newdale("VIII")
    go_on(table, "special")
    folds = [part.key for part in play_page(table.state, table.play).layout.folds]
    assert folds[:2] == ["built", "sailors"]


def test_what_helps_while_playing_comes_before_what_helps_at_the_end() -> None:
    table = newdale("II")
    table.must("pace", value="round")
    aids = [part.key for part in play_page(table.state, table.play).layout.further]
    assert aids == ["production", "cost", "barracks", "worth", "objective"]
    table.must("pace", value="phase")
    while table.play.moment.phase != "over":
        table.must("advance", moment=table.play.moment.as_json())
    aids = [part.key for part in play_page(table.state, table.play).layout.aids]
    assert aids == ["worth"]
