"""The words that carry no content, one list a language, read from `data/stopwords`."""

from functools import cache
from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).parent / "data"
"""Where the word lists lie; `SOURCES.md` beside them says where they come from."""

ACRONYMS: Final = frozenset({"IT", "US", "WHO"})
"""Written like this, they are names and no function words."""


@cache
def stop_words(code: str) -> frozenset[str]:
    """The stop words of a language, case-folded; none for a language without a list."""
    path = DATA / "stopwords" / f"{code}.txt"
    if not path.exists():
        return frozenset()
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(
        word.casefold() for line in lines if not line.startswith("#") for word in line.split()
    )
