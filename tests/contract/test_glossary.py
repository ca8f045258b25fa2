"""One term for one thing in every language: no word stands where the glossary has another."""

import pytest
from tools import glossary

from orrery.core.words import LANGUAGES

DATA = glossary.read()
EXCEPTED = {(one["scope"], key) for one in DATA.get("exception", []) for key in one["keys"]}
FOUND = glossary.offenders(DATA)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scope", list(glossary.folders()))
def test_no_other_word_stands_for_a_thing(scope: str, lang: str) -> None:
    wrong = {
        f"{key}: not '{form}'"
        for where, spoken, key, form in FOUND
        if (where, spoken) == (scope, lang) and (scope, key) not in EXCEPTED
    }
    assert wrong == set()


def test_every_exception_is_needed() -> None:
    assert EXCEPTED - {(scope, key) for scope, _, key, _ in FOUND} == set()
    assert all(one["why"] for one in DATA.get("exception", []))


def test_every_term_is_for_a_scope_that_there_is_and_not_against_itself() -> None:
    scopes = {"every", *glossary.folders()}
    for term in DATA["term"]:
        assert term["scope"] in scopes
        assert {*term["not"]} <= {*LANGUAGES}
        for lang, forms in term["not"].items():
            for form in forms:
                found = glossary.pattern(form).search(glossary.plain(term[lang]))
                assert not found, (term["thing"], form)


@pytest.mark.parametrize(
    ("form", "text", "stands"),
    [
        ("ряд", "Полный ряд", True),
        ("ряд", "рядом с ним", False),
        ("шарик*", "Шариками", True),
        ("шестерка", "шестёрка", True),
        ("bille", "Une bille.", True),
        ("bille", "billets", False),
        ("tuile coude", "la tuile\u00a0coude", True),
        ("round", "La manche {round}", False),
    ],
)
def test_forms_are_whole_words(form: str, text: str, stands: bool) -> None:
    assert bool(glossary.pattern(form).search(glossary.plain(text))) is stands


def test_the_page_says_what_the_data_say() -> None:
    assert glossary.PAGE.read_text("utf-8") == glossary.written(DATA)
