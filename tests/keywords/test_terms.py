import pytest

from scoring.keywords import KeywordKind, KeywordMatch, MatchKind, keyword_coverage


def keywords_of(text: str, language: str = "en") -> tuple[str, ...]:
    return keyword_coverage(text, "", language=language).reference_keywords


def only_match(reference: str, response: str, language: str = "auto") -> KeywordMatch:
    (match,) = keyword_coverage(reference, response, language=language).matches
    return match


@pytest.mark.parametrize(
    "term",
    [
        *("C", "C++", "C#", "F#", "R", "Go", ".NET", "ASP.NET", "Node.js", "React.js", "TCP/IP"),
        *("CI/CD", "GPT-4", "GPT-3.5", "Python 3.11", "snake_case", "camelCase", "kebab-case"),
        *("k8s", "OAuth2", "UTF-8", "i18n", "x86-64", "/etc/hosts", "--flag", "v2.1.3", "H2O"),
        *("C6H12O6", "16 GB", "16GB", "50%", "AT&T", "std::vector", "C++17", "admin@example.com"),
        *("https://example.com/a?b=c", "pool/main/a/apache/", "~/.bashrc", "binary-*", "$100"),
        *("3.11", "e-mail", "state-of-the-art", ".deb", "C:\\Windows\\System32", "-v", "*.py"),
    ],
)
def test_a_technical_term_stays_whole(term: str) -> None:
    assert keywords_of(f"with {term}, and so on") == (term,)
    if "*" not in term:
        assert keywords_of(f"**{term}**") == (term,)
    assert only_match(term, f"see ({term}).").matched_by is MatchKind.EXACT


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        ("stable/testing/unstable", ("stable", "testing", "unstable")),
        ("It ends here.Next it begins", ("ends", "Next", "begins")),
        ("“curly” 'straight' «angled»", ("curly", "straight", "angled")),
        ("**bold** _slanted_ `code` [link](https://e.org/x)",
         ("bold", "slanted", "code", "link", "https://e.org/x")),
        ("fish &amp; chips&nbsp;shop", ("fish", "chips", "shop")),
        ('<p class="big">cat</p> and <b>dog</b>', ("cat", "dog")),
        ("x < y and y > z", ("x", "y", "z")),
        ("if a<b then c>d", ("b", "c", "d")),
        ("*.NET* or *.gz* files, e.g. here, i.e. *.csv", (".NET", ".gz", "files", "*.csv")),
        ("List<String> of <admin>", ("List", "String", "admin")),
        ("cat—dog – bird", ("cat", "dog", "bird")),
        ("soft\u00adware zero\u200bwidth", ("soft\u00adware", "zero\u200bwidth")),
        ("👍🏽 nice ❤️ cat", ("nice", "cat")),
        ("the US and WHO help us, who", ("US", "WHO", "help")),
        ("it's the user's cat, don't you think?", ("user", "cat", "think")),
    ],
)  # fmt: skip
def test_text_is_cut_where_a_reader_would_cut_it(text: str, keywords: tuple[str, ...]) -> None:
    assert keywords_of(text) == keywords


@pytest.mark.parametrize(
    ("reference", "response"),
    [
        ("ＡＰＩ", "API"),
        ("ﬁle", "file"),
        ("software", "soft\u00adware"),
        ("H₂O", "H2O"),
        ("user’s", "user's"),
        ("well–known", "well-known"),
        ("AT&amp;T", "AT&T"),
        ("हिन्दी", "हिन्दी"),
        ("ｶﾞｲﾄﾞ", "ガイド"),
    ],
)
def test_ways_to_write_the_same_characters_are_exact_matches(reference: str, response: str) -> None:
    match = only_match(reference, response)
    assert match.matched_by is MatchKind.EXACT
    assert match.reference_spans == ((0, len(reference.removesuffix("’s"))),)


@pytest.mark.parametrize(
    ("reference", "response", "found"),
    [
        ("state-of-the-art", "the state of the art", "state of the art"),
        ("state of the art", "state-of-the-art work", "state-of-the-art"),
        ("database", "a data base", "data base"),
        ("database", "two data bases", "data bases"),
        ("e-mail", "email", "email"),
        ("Node.js", "NodeJS", "NodeJS"),
        ("TCP/IP", "TCP IP", "TCP IP"),
        ("machine learning", "machine-learning", "machine-learning"),
        ("16 GB", "16GB", "16GB"),
        ("snake_case", "snake case", "snake case"),
        ("GPT-4", "GPT4", "GPT4"),
        ("data set", "datasets", "datasets"),
    ],
)
def test_joined_and_parted_spellings_meet(reference: str, response: str, found: str) -> None:
    match = only_match(reference, response)
    assert match.matched_by is MatchKind.JOINED
    assert [response[start:end] for start, end in match.response_spans] == [found]


def test_two_words_are_found_in_their_joined_spelling() -> None:
    coverage = keyword_coverage("data base", "the database")
    assert [match.matched_by for match in coverage.matches] == [MatchKind.JOINED] * 2
    assert [match.response_spans for match in coverage.matches] == [((4, 12),)] * 2


@pytest.mark.parametrize(
    ("reference", "response"),
    [
        *(("database", "data, base"), ("java", "javascript"), ("base", "database")),
        *(("c", "c++"), ("net", ".NET"), (".NET", "net"), ("--flag", "flag")),
        *(("machine learning", "machine, learning"), ("GPT-4", "GPT-3.5"), ("3.11", "3.1")),
    ],
)
def test_what_only_looks_alike_is_missing(reference: str, response: str) -> None:
    coverage = keyword_coverage(reference, response)
    assert coverage.missing


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ('the "blue green" switch', ("blue green", "switch")),
        ("run `git commit -m` first", ("run", "git commit -m", "first")),
        ("how does Docker Compose work", ("Docker Compose", "work")),
        ("Compare Docker Compose and Podman", ("Compare", "Docker Compose", "Podman")),
        ("Explain Docker Compose", ("Docker Compose",)),
        ("frameworks React Angular Svelte", ("frameworks", "React", "Angular", "Svelte")),
        ("Every Other Word Has Capitals Where Titles Are", ("Word", "Capitals", "Titles")),
        ("solar panel prices and solar panel makers sell solar panel parts",
         ("solar panel", "prices", "makers", "sell", "parts")),
        ("needs 16 GB of memory", ("needs", "16 GB", "memory")),
        ("a fine-tuning of large language models", ("fine-tuning", "large language models")),
    ],
)  # fmt: skip
def test_what_a_text_marks_as_one_term_is_one_keyword(text: str, terms: tuple[str, ...]) -> None:
    coverage = keyword_coverage(text, "", language="en")
    assert coverage.reference_keywords == terms
    kinds = {match.keyword: match.kind for match in coverage.matches}
    assert all(kinds[term] is KeywordKind.COMPOUND for term in terms if " " in term)


def test_a_word_is_found_inside_a_longer_term() -> None:
    match = only_match("react", "uses React-Router")
    assert match.matched_by is MatchKind.COMPOUND
    assert match.response_spans == ((5, 17),)


def test_places_are_those_of_the_original_text_whatever_stands_around() -> None:
    text = "<b>&nbsp;“Caf\u00e9s”</b>\u200b …  l\u2019avion"
    coverage = keyword_coverage("café avion", text, language="fr")
    found = [text[start:end] for match in coverage.matches for start, end in match.response_spans]
    assert found == ["Caf\u00e9s", "avion"]
