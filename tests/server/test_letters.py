"""Names and lines of chat: real ones of all scripts pass, what deceives does not."""

import json
import unicodedata

import pytest
from fastapi.testclient import TestClient

from orrery.core.errors import BadRecord
from orrery.core.record import Record
from orrery.server.errors import BadRequest
from orrery.server.letters import isolated, read_line, read_name
from orrery.server.records import check_modest

from .guests import Guest

REAL = [
    "Ann O’Hara-Smith 3",
    "Łukasz Żółć",
    "Ọlábísí̩ Ṣàngó",  # Yoruba: a mark below that no single letter has
    "Nguyễn Thị Hồng Ngọc",
    "Αλέξανδρος",
    "Пётр Ильич",
    "თამარ მეფე",
    "Հայկ",
    "שָׁלוֹם שּׁוּלַמִּית",  # letters with three points
    "مُحَمَّد صلاح",
    "علی‌رضا",  # Persian: a non-joiner between two letters that would join
    "प्रिया शर्मा",
    "ශ්‍රී ප්‍රියා",  # Sinhala: a joiner after a virama
    "ਗੁਰਪ੍ਰੀਤ",
    "தமிழ்ச்செல்வி",
    "สมชาย กี่ดี้",
    "ကိုမြို့",  # Burmese: four signs on one letter
    "བསྒྲུབས",
    "ሙሉጌታ",
    "渡邊󠄂さん",  # an ideograph that is written another way
    "金哲秀",
    "김철수",
    "Ann ❤️",
]
DECEIVING = {
    "nothing": "",
    "spaces": " \u2003\u00a0\u3000\u2028",
    "zero width space": "An\u200bn",
    "word joiner": "An\u2060n",
    "soft hyphen": "An\u00adn",
    "joiner that joins nothing": "An\u200dn",
    "non-joiner that parts nothing": "An\u200cn",
    "non-joiner after a letter that never joins": "را\u200cم",
    "joiner at the end": "ක්\u200d",
    "byte order mark": "\ufeffAnn",
    "right-to-left override": "nnA\u202e",
    "embedding": "\u202bAnn",
    "isolate": "\u2067Ann\u2069",
    "right-to-left mark": "Ann\u200f",
    "Arabic letter mark": "Ann\u061c",
    "Hangul fillers": "\u115f\u1160",
    "Hangul filler": "\u3164",
    "Hangul filler within": "An\u3164n",
    "half-width filler": "\uffa0",
    "blank of Braille": "\u2800\u2800",
    "grapheme joiner": "An\u034fn",
    "variation selector": "An\ufe0fn",
    "variation selector alone": "\ufe0f",
    "selector of ideographs": "An\U000e0101n",
    "Mongolian selector": "An\u180bn",
    "Khmer vowel that shows nothing": "ក\u17b4",
    "tags": "Ann\U000e0041\U000e0042",
    "private letter": "\ue000",
    "unassigned": "Ann\U000e1234",
    "surrogate": "Ann\ud800",
    "control": "An\x07n",
    "a mark alone": "\u0301",
    "a mark after a space": "Ann \u0301",
    "tower": "A\u0316\u0317\u0318n",
    "tower of one tone": "ก็็",
    "tower of signs": "က" + "\u103b\u103c\u103d\u103e\u102d\u102f",
    "markup": "<b>Ann</b>",
    "too long": "n" * 33,
}


@pytest.mark.parametrize("name", REAL)
def test_real_names_pass_as_they_are_written(name: str) -> None:
    composed = unicodedata.normalize("NFC", name)
    assert read_name(name) == read_name(unicodedata.normalize("NFD", name)) == composed


@pytest.mark.parametrize("what", DECEIVING)
def test_names_that_deceive_are_refused(what: str) -> None:
    with pytest.raises(BadRequest) as refused:
        read_name(DECEIVING[what])
    assert refused.value.detail == {"where": "name"}


def test_every_way_in_refuses_them(client: TestClient, ann: Guest, bob: Guest) -> None:
    bad = "Ann\u3164"
    for method, path, body in (
        ("POST", "/api/guests", {"name": bad}),
        ("PUT", "/api/me", {"name": bad}),
        ("POST", "/api/tables", {"game": "pig", "seats": [{"kind": "me", "name": bad}] * 2}),
        ("POST", f"/api/tables/{ann.make('pig')}/seats/1", {"name": bad}),
    ):
        assert bob.ask(method, path, body, 422).detail == {"where": "name"}


@pytest.mark.parametrize("name", ["Ann\u202e", "\u3164", "A\u0316\u0317\u0318", "A  n", "A" * 40])
def test_names_in_records_from_elsewhere_are_refused(ann: Guest, name: str) -> None:
    """They stand in what the record's hashes hold, so nothing can be mended there."""
    table = ann.make("pig", "me me")
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    body = json.loads(json.dumps(ann.ask("GET", f"/api/tables/{table}/record")))
    check_modest(Record(body))
    body["seats"][1]["name"] = name
    with pytest.raises(BadRecord, match="a name") as refused:
        check_modest(Record(body))
    assert refused.value.event == 0


# Chat

LINES = [
    ("Grüße, שלום, سلام!", None),
    ("👩‍🚀 👨‍👩‍👧 ❤️", None),
    ("می‌خواهم", None),
    ("two\nlines", None),
    ("one \u202etwo\u202c three", "one two three"),
    ("\u2067+49 123\u2069", "+49 123"),
    ("\u202a\u202b\u202d\u2066\u2068tags\U000e0041\U000e007f", "tags"),
]


@pytest.mark.parametrize(("given", "kept"), LINES)
def test_lines_lose_what_turns_others(given: str, kept: str | None) -> None:
    assert read_line(given, 100) == (given if kept is None else kept)


@pytest.mark.parametrize(
    "line", ["", " \u2003", "\u202e\u2066", "\u200d\u200b", "\u3164\u2800", "\x1b[2J", "x" * 101]
)
def test_lines_that_say_nothing_are_refused(line: str) -> None:
    with pytest.raises(BadRequest):
        read_line(line, 100)


def test_a_name_that_is_read_from_the_right_stands_apart_in_a_sentence() -> None:
    assert isolated("Ann") == "Ann"
    assert isolated("דנה") == "\u2068דנה\u2069"
    assert isolated("Ann سلام") == "\u2068Ann سلام\u2069"


def test_sentences_of_the_server_keep_such_names_apart(ann: Guest, bob: Guest) -> None:
    table = ann.make("pig", "me open")
    bob.sit(table, name="דנה")
    said = ann.ask("GET", f"/api/tables/{table}/dice")["contributors"]
    assert "\u2068דנה\u2069" in said
