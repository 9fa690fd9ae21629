import pytest

from scoring.keywords import english, french
from scoring.keywords.normalisation import LONGEST_COMPOSED, composed, normalised, without_accents
from scoring.keywords.wordforms import word_forms


@pytest.mark.parametrize(
    ("word", "base"),
    [
        *(("wugs", "wug"), ("wugging", "wug"), ("wugged", "wug"), ("zoping", "zope")),
        *(("flimmied", "flimmy"), ("flimmies", "flimmy"), ("blorxes", "blorx")),
        *(("gizmos", "gizmos"), ("frass", "frass"), ("wugus", "wugus"), ("wugis", "wugis")),
        *(("wugization", "wugization"), ("string", "string"), ("bed", "bed"), ("is", "is")),
    ],
)
def test_an_unknown_english_word_loses_regular_inflection_only(word: str, base: str) -> None:
    known = {"wug": "wug", "zope": "zope", "flimmy": "flimmy", "blorx": "blorx"}
    assert english.regular_base(word, known.get) == base


@pytest.mark.parametrize(
    ("word", "base"),
    [
        *(("zorbaux", "zorbal"), ("blireaux", "blireau"), ("gluveuses", "gluveux")),
        *(("motrices", "moteur"), ("plaffes", "plaff"), ("zorbs", "zorb"), ("mess", "mess")),
        *(("blipées", "bliper"), ("blipant", "bliper"), ("bliper", "bliper"), ("thé", "thé")),
        *(("zorbalement", "zorbalement"), ("zorbique", "zorbique"), ("zorbisme", "zorbisme")),
    ],
)
def test_an_unknown_french_word_loses_regular_inflection_only(word: str, base: str) -> None:
    bases = ("zorbal", "blireau", "gluveux", "moteur", "plaff")
    known = {base: base for base in bases}
    assert french.regular_base(word, known.get) == base


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        *(("en", "universe", "university"), ("en", "new", "news"), ("en", "organ", "organization")),
        *(("en", "police", "policy"), ("en", "hope", "hop"), ("en", "general", "generate")),
        *(("fr", "obsessionnel", "obsessionnellement"), ("fr", "taxonomie", "taxonomique")),
        *(("fr", "poisson", "poison"), ("de", "schon", "schön"), ("es", "año", "ano")),
    ],
)
def test_different_words_keep_different_keys(language: str, one: str, other: str) -> None:
    assert word_forms(language)[one] != word_forms(language)[other]


@pytest.mark.parametrize(
    ("language", "word", "parts"),
    [
        ("de", "datenbankverbindung", ("datenbank", "verbindung")),
        ("de", "informationssystem", ("information", "system")),
        ("de", "datenbank", ("daten", "bank")),
        ("de", "haus", ()),
        ("en", "database", ()),
    ],
)
def test_closed_compounds_are_taken_apart(language: str, word: str, parts: tuple[str, ...]) -> None:
    found = word_forms(language).parts(word)
    assert found == parts or [word_forms(language)[part] for part in parts] == list(found)


def test_a_very_long_run_is_its_own_key() -> None:
    run = "ab" * 10_000
    assert word_forms("en")[run] == run
    assert composed("e\u0301" * LONGEST_COMPOSED) == "e\u0301" * LONGEST_COMPOSED
    assert without_accents("é" * (LONGEST_COMPOSED + 1)) == "é" * (LONGEST_COMPOSED + 1)


def test_every_character_knows_where_it_came_from() -> None:
    text = "ﬁ&amp;\u00ade\u0301ｶﾞ\u3099"
    plain = normalised(text)
    assert plain.text == "fi&e\u0301ガ\u3099"
    assert [text[start:end] for start, end in zip(plain.starts, plain.ends, strict=True)] == [
        *("ﬁ", "ﬁ", "&amp;", "e", "\u0301", "ｶﾞ", "\u3099"),
    ]
    assert len(plain.shape) == len(plain.text)
    assert normalised("\u3099").text == "\u3099"
