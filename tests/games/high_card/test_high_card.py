"""High card, the tiny game with hidden cards: its rules, hiding, dealing anew, best play."""

import itertools
from collections import Counter
from collections.abc import Callable

import pytest

from orrery.core import registry, runner
from orrery.core.contract import WATCHER
from orrery.core.dice import ClosedDice, SealedDice, SeededDice, generator
from orrery.core.errors import BadNotation, BadOption, BadRecord, IllegalMove
from orrery.core.game_text import read_game, write_game
from orrery.core.match import Match
from orrery.core.record import Record

pytestmark = pytest.mark.usefixtures("rules")

GAME = registry.find("high_card")
PLAIN = runner.interpreted(GAME)


def match(*moves: str, **options: object) -> Match:
    made = Match(GAME, options, dice=SealedDice(b"s" * 32), rolls=False)
    for move in moves:
        made.play(move)
    return made


@pytest.mark.rule("HC-1")
def test_a_card_is_seen_by_its_owner_alone() -> None:
    drawn = match("draw 4")
    assert drawn.view(0)["hands"] == ["4", "-"]
    assert drawn.view(1)["hands"] == ["?", "-"]
    assert drawn.view(WATCHER)["hands"] == ["?", "-"]
    assert "draw 4" in match("draw 3").play("keep").legal()


@pytest.mark.rule("HC-2")
def test_swapping_needs_cards_for_the_others() -> None:
    assert match("draw 1", cards=3).legal() == ["keep", "swap"]
    last = match("draw 1", "swap", "draw 2", "draw 3", cards=3)
    assert last.legal() == ["keep"]
    with pytest.raises(IllegalMove) as refusal:
        last.play("swap")
    assert refusal.value.rule == "HC-2"


@pytest.mark.rule("HC-3")
def test_the_highest_card_wins() -> None:
    shown = match("draw 4", "keep", "draw 2", "swap", "draw 5")
    assert shown.result is not None
    assert (shown.result.winner, shown.result.text) == (1, "cards 4 5")
    assert shown.view(WATCHER)["hands"] == ["4", "5"]


def test_states_that_differ_in_what_a_seat_cannot_know_are_equal_after_hiding() -> None:
    lines = [
        ("draw 1", "swap", "draw 2", "draw 5"),
        ("draw 3", "swap", "draw 4", "draw 5"),
    ]
    one, two = (match(*line) for line in lines)
    assert one.state.tobytes() != two.state.tobytes()
    assert one.knowledge(1).tobytes() == two.knowledge(1).tobytes()
    assert one.knowledge(WATCHER).tobytes() == two.knowledge(WATCHER).tobytes()
    assert one.knowledge(0).tobytes() != two.knowledge(0).tobytes()
    assert one.view(1) == two.view(1)


def test_dealing_anew_follows_the_exact_odds() -> None:
    """Seat 1 holds 5; seat 0 swapped: every ordered pair of the others is as likely."""
    hidden = match("draw 1", "swap", "draw 2", "draw 5").knowledge(1)
    rng = generator(3, 0)
    draws = 12_000
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(draws):
        dealt = PLAIN.redealt(hidden, 1, rng)
        counts[int(dealt["hand"][0][0]), int(dealt["gone"][0][0])] += 1
        deck = int(dealt["deck"][0])
        seen = {int(dealt["hand"][0][0]), int(dealt["gone"][0][0]), 5}
        assert deck == sum(1 << (card - 1) for card in range(1, 6) if card not in seen)
    pairs = list(itertools.permutations(range(1, 5), 2))
    assert set(counts) == set(pairs)
    expected = draws / len(pairs)
    chi_square = sum((counts[pair] - expected) ** 2 / expected for pair in pairs)
    assert chi_square < 31.3  # 11 degrees of freedom, one in a thousand


def test_a_record_for_a_seat_leaves_out_what_it_may_not_see() -> None:
    running = match("draw 4", "keep", "draw 2")
    for seat, seen in ((0, ["draw 4", "keep", "draw ?"]), (1, ["draw ?", "keep", "draw 2"])):
        record = Record.of(running, seat)
        assert [event["move"] for event in record.body["events"]] == seen
        assert record.body["secret"] is None
        assert running.dice.secret.hex() not in record.text()
        assert "1 hidden event can be checked" in Record.read(record.text()).verify(GAME)
    watcher = Record.of(running, WATCHER)
    assert [event["move"] for event in watcher.body["events"]] == ["draw ?", "keep", "draw ?"]


def test_redacted_records_of_games_a_seat_cannot_tell_apart_differ_only_in_their_proofs() -> None:
    def shown(record: Record) -> list[object]:
        return [(event["kind"], event["by"], event["move"]) for event in record.body["events"]]

    one = match("draw 1", "swap", "draw 2", "draw 5")
    two = match("draw 3", "swap", "draw 4", "draw 5")
    assert shown(Record.of(one, 1)) == shown(Record.of(two, 1))


def test_a_hidden_card_cannot_be_found_by_trying_all_texts() -> None:
    from orrery.core.record import canonical, leaf, salt

    running = match("draw 4", "keep", "draw 2")
    event = Record.of(running, 1).body["events"][0]
    bodies = [
        {"kind": "ply", "by": "chance", "move": f"draw {card}", "typed": True}
        for card in range(1, 6)
    ]
    public_salts = [event.get("salt", "") for event in Record.of(running, 1).body["events"]]
    tried = {leaf(s, canonical(body)) for s in [*public_salts, ""] for body in bodies}
    assert event["leaf"] not in tried
    right = leaf(salt(running.dice.secret, 1), canonical(bodies[3]))
    assert event["leaf"] == right


def test_a_game_from_a_seed_cannot_be_redacted() -> None:
    running = Match(GAME, {}, dice=SeededDice(7))
    with pytest.raises(BadOption, match="keeps no secrets"):
        Record.of(running, 1)


def test_a_record_without_its_secret_cannot_be_rolled_on() -> None:
    closed = Match(GAME, {}, dice=ClosedDice("0" * 64), rolls=False)
    with pytest.raises(BadRecord, match="stay sealed"):
        closed.roll()
    with pytest.raises(BadRecord, match="not known"):
        closed.record()


def test_sentences_tell_a_seat_what_it_may_know() -> None:
    running = match("draw 4")
    assert running.sentence(0, seat=0) == "Player 0 draws the 4."
    assert (
        running.sentence(0, seat=1) == running.sentence(0, seat=WATCHER) == "Player 0 draws a card."
    )


def test_at_the_end_the_whole_record_is_open() -> None:
    over = match("draw 4", "keep", "draw 2", "keep")
    assert [e["move"] for e in Record.of(over, 1).body["events"][:-1]] == [
        "draw 4",
        "keep",
        "draw 2",
        "keep",
    ]
    assert Record.of(over, 1).body["secret"] is not None


def test_taking_back_stops_at_draws_reveals_and_others() -> None:
    running = Match(GAME, {}, dice=SeededDice(1))
    assert not running.may_undo(0)  # only a draw so far
    running.play("swap")  # a new card was drawn and seat 1 is asked
    assert not running.may_undo(0)
    running.play("keep")
    assert running.over
    assert not running.may_undo(1)  # cards were shown


def test_notes_reach_only_their_audience() -> None:
    running = match("draw 4")
    assert [step["step"] for step in running.steps(0, 0)] == ["drawn", "saw"]
    assert [step["step"] for step in running.steps(0, 1)] == ["drawn"]


def test_a_preview_stops_where_something_is_revealed() -> None:
    running = match("draw 4", "keep", "draw 2")
    assert running.preview("keep", 1) == []
    assert [step["step"] for step in running.preview("swap", 1)] == ["swapped"]


# Best play of two players with three cards: keep only the 3 first; then swap a 1, keep a 3.


def best(seat: int, card: int, first_swapped: bool) -> str:
    if seat == 0:
        return "keep" if card == 3 else "swap"
    return "swap" if card == 1 else "keep"


def expected(policy: Callable[[int, int, bool], str], node: Match) -> float:
    """The exact value of seat 0 when both seats play by a policy."""
    if node.over:
        assert node.result is not None
        return node.result.scores[0]
    if node.turn < 0:
        moves, weights = node.legal(), node.weights()
    else:
        seat = node.turn
        card = int(node.state["hand"][0][seat])
        wanted = policy(seat, card, bool(node.state["gone"][0][0]))
        moves, weights = [wanted if wanted in node.legal() else "keep"], [1]
    total = 0.0
    for move, weight in zip(moves, weights, strict=True):
        total += weight * expected(policy, node.play(move))
        node.undo_ply()
    return total / sum(weights)


def test_best_play_is_worth_a_third_and_no_change_of_it_is_better() -> None:
    assert abs(expected(best, match(cards=3)) - 1 / 3) < 1e-12
    for seat, card in itertools.product((0, 1), (1, 2, 3)):

        def changed(s: int, c: int, swapped: bool, at: tuple[int, int] = (seat, card)) -> str:
            wanted = best(s, c, swapped)
            return {"keep": "swap", "swap": "keep"}[wanted] if (s, c) == at else wanted

        change = expected(changed, match(cards=3)) - 1 / 3
        assert change <= 1e-12 if seat == 0 else change >= -1e-12


def test_a_game_in_a_text_form_of_its_own() -> None:
    played = match("draw 4", "keep", "draw 2", "keep")
    text = write_game(played)
    assert text == "players=2 cards=5: draw4 keep draw2 keep cards-4-2\n"
    assert read_game(GAME, text).state.tobytes() == played.state.tobytes()
    half = write_game(match("draw 4", "keep"))
    assert half.endswith("*\n")
    assert len(read_game(GAME, half).plies) == 2
    for wrong, named in (
        (text.replace("draw2", "draw4"), "move 3"),
        (text.replace("cards-4-2", "cards-2-4"), "ended before"),
        (text.replace("keep", "kept", 1), "move 2"),
        ("nonsense", "colon"),
    ):
        with pytest.raises(BadNotation, match=named):
            read_game(GAME, wrong)
