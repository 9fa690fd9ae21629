"""Which language a pair of texts is in."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, partial
from typing import Final

from scoring.keywords.languages import LANGUAGES, UNDETERMINED, Language
from scoring.keywords.stopwords import stop_words
from scoring.keywords.wordforms import word_forms


def detected_language(reference: str, response: str, words: Collection[str]) -> Language:
    """Decide which language two texts are in, taken together.

    The script decides first; among languages in Latin script, function words vote, each for the
    languages that have it, and letters that only some languages use. Few votes give way to a
    majority of words that English has ("run dog", though "dog" is a Danish function word). Without
    any sign, English.

    Args:
        reference: One text.
        response: The other.
        words: What white space parts in both of them, in any order.
    """
    sample = ""
    if not (reference.isascii() and response.isascii()):
        sample = f"{reference[:_SAMPLE]}\n{response[:_SAMPLE]}".lower()
        by_script = _language_of_script(sample, words) if _NOT_LATIN.search(sample) else None
        if by_script is not None:
            return by_script
    english, foreign = _english_and_other_words()
    heard = len(english.intersection(words))
    if heard >= _SURE and heard >= _SURE * (1 + len(foreign.intersection(words))):
        return LANGUAGES["en"]
    return _voted(reference, response, sample, set(words))


def _voted(reference: str, response: str, sample: str, words: set[str]) -> Language:
    if "'" in reference or "’" in reference or "'" in response or "’" in response:
        words = words | {f"{head}'" for head in map(_elided_head, words) if head}
    votes: dict[str, float] = {}
    table = _function_words()
    heard = table.keys() & words
    for word in heard:
        ballot = table[word]
        for code in ballot:
            votes[code] = votes.get(code, 0.0) + 1 / len(ballot)
    for letters, ballots in _TELLING_LETTERS if sample else ():
        if any(letter in sample for letter in letters):
            for code, weight in ballots.items():
                votes[code] = votes.get(code, 0.0) + weight
    english = LANGUAGES["en"]
    if not votes:
        return english
    most = max(votes.values())
    leaders = [code for code in sorted(votes) if votes[code] > most - _TIE]
    winner = leaders[0]
    if len(leaders) > 1:
        winner = "en" if "en" in leaders else max(leaders, key=partial(_known, words - heard))
    if winner != "en" and sum(winner in table[word] for word in heard) < _SURE:
        return english if _mostly_english(words - heard) else LANGUAGES[winner]
    return LANGUAGES[winner]


_SAMPLE: Final = 10_000
_SURE: Final = 3
"""How many function words settle it."""
_TIE: Final = 1e-9
"""Votes are sums of fractions: what differs by less is equal."""
_ENGLISH_SHARE: Final = 0.6
_WORDS_ASKED: Final = 30
_LONGEST_ELISION: Final = 40
_NOT_LATIN: Final = re.compile(r"[\u0370-\u1dff\u2e80-\ud7ff\uf900-\ufdff\uff66-\uff9f]")
_SCRIPTS: Final = {
    "latin": re.compile(r"[a-z\u00df-\u024f\uff41-\uff5a]"),
    "han": re.compile(r"[\u3400-\u9fff\uf900-\ufaff]"),
    "kana": re.compile(r"[\u3040-\u30ff\uff66-\uff9f]"),
    "hangul": re.compile(r"[\u1100-\u11ff\uac00-\ud7a3]"),
    "cyrillic": re.compile(r"[\u0400-\u052f]"),
    "arabic": re.compile(r"[\u0620-\u06ff]"),
    "other": re.compile(r"[\u0370-\u03ff\u0530-\u05ff\u0700-\u10ff\u1200-\u1dff]"),
}
_IDEOGRAPH_WEIGHT: Final = 3
"""How many letters one character of Chinese, Japanese or Korean stands for."""
_NAME_DISCOUNT: Final = 4
"""How little Latin letters weigh where no function word is among them: they are names then."""
_KANA_SHARE: Final = 0.05
_NOT_RUSSIAN: Final = frozenset("іїєґўјљњћђџѓќѕ")
_NOT_ARABIC: Final = frozenset("پچژگٹڈڑں")
_TELLING_LETTERS: Final[tuple[tuple[str, Mapping[str, float]], ...]] = (
    ("ß", {"de": 1.0}),
    ("ä", {"de": 0.5, "fi": 0.4, "sv": 0.4}),
    ("ö", {"de": 0.4, "sv": 0.4, "fi": 0.3, "hu": 0.3}),
    ("ü", {"de": 0.6, "hu": 0.3, "es": 0.1}),
    ("ñ¿¡", {"es": 1.0}),
    ("ãõ", {"pt": 1.0}),
    ("ç", {"fr": 0.5, "pt": 0.5}),
    ("èêëîûœù", {"fr": 0.6, "it": 0.1, "pt": 0.1}),
    ("à", {"fr": 0.5, "it": 0.4, "pt": 0.2}),
    ("ìò", {"it": 0.8}),
    ("é", {"fr": 0.5, "es": 0.2, "pt": 0.2, "hu": 0.2, "it": 0.1}),
    ("íóúá", {"es": 0.5, "pt": 0.4, "hu": 0.3}),
    ("ôâ", {"fr": 0.4, "pt": 0.4, "ro": 0.2}),
    ("åæø", {"da": 0.4, "no": 0.4, "sv": 0.3}),
    ("æø", {"da": 0.4, "no": 0.4}),
    ("őű", {"hu": 1.0}),
    ("ășțşţ", {"ro": 1.0}),
)


def _language_of_script(text: str, words: Iterable[str]) -> Language | None:
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPTS.items()}
    chinese_or_japanese = (counts["han"] + counts["kana"]) * _IDEOGRAPH_WEIGHT
    weights = {
        "latin": counts["latin"],
        "chinese or japanese": chinese_or_japanese,
        "hangul": counts["hangul"] * _IDEOGRAPH_WEIGHT,
        "cyrillic": counts["cyrillic"],
        "arabic": counts["arabic"],
        "other": counts["other"],
    }
    if _function_words().keys().isdisjoint(words):
        weights["latin"] //= _NAME_DISCOUNT
    script = max(weights, key=lambda name: weights[name])
    letters = frozenset(text)
    if script == "latin":
        return None
    if script == "chinese or japanese":
        kana = counts["kana"] >= _KANA_SHARE * (counts["han"] + counts["kana"])
        return LANGUAGES["ja" if kana else "zh"]
    if script == "hangul":
        return LANGUAGES["ko"]
    if script == "cyrillic" and letters.isdisjoint(_NOT_RUSSIAN):
        return LANGUAGES["ru"]
    if script == "arabic" and letters.isdisjoint(_NOT_ARABIC):
        return LANGUAGES["ar"]
    return UNDETERMINED


def _elided_head(piece: str) -> str:
    """What stands before an apostrophe: "l" of "l'avion"."""
    return (
        piece.replace("’", "'").partition("'")[0].lower() if len(piece) < _LONGEST_ELISION else ""
    )


def _mostly_english(pieces: Iterable[str]) -> bool:
    known = _known(pieces, "en")
    return known > 0 and known >= _ENGLISH_SHARE * len(_asked(pieces))


def _known(pieces: Iterable[str], code: str) -> int:
    """How many words a language's dictionary has, of those that are asked for."""
    return sum(word_forms(code).base(word.lower()) is not None for word in _asked(pieces))


def _asked(pieces: Iterable[str]) -> list[str]:
    return [word for piece in sorted(pieces) for word in _LATIN_WORD.findall(piece)][:_WORDS_ASKED]


_ENGLISH_HEADS: Final = frozenset({"o", "t", "s", "un"})
"""Elisions that English apostrophes look like."""

_LATIN_WORD: Final = re.compile(r"[^\W\d_]+")


@cache
def _english_and_other_words() -> tuple[frozenset[str], frozenset[str]]:
    """Function words that only English has, and those that it has not."""
    table = _function_words()
    return (
        frozenset(word for word, codes in table.items() if codes == ("en",)),
        frozenset(word for word, codes in table.items() if "en" not in codes),
    )


@cache
def _function_words() -> Mapping[str, tuple[str, ...]]:
    """Function word, as at the start of a sentence or within it -> the languages that have it."""
    table: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES.values():
        if language.latin:
            elisions = {f"{head}'" for head in language.elisions if head not in _ENGLISH_HEADS}
            for word in _written(stop_words(language.code)) | elisions:
                table[word] = (*table.get(word, ()), language.code)
    return table


def _written(words: Iterable[str]) -> set[str]:
    long = {word for word in words if len(word) > 1 or not word.isascii()}
    return long | {word.capitalize() for word in long}
