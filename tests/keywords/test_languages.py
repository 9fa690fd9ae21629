import pytest

from scoring.errors import InvalidValueError
from scoring.keywords import KeywordOptions, MatchKind, keyword_coverage
from scoring.keywords.languages import LANGUAGES, named_language
from scoring.keywords.options import parsed_aliases
from scoring.keywords.stopwords import stop_words


@pytest.mark.parametrize(
    ("reference", "response", "language"),
    [
        ("What is the capital of Australia?", "It is Canberra.", "en"),
        ("run dog", "dogs run", "en"),
        ("kubernetes pods", "", "en"),
        ("Développement logiciel", "développements logiciels", "fr"),
        ("l'avion d'un ami", "les avions", "fr"),
        ("l'avion atterrit", "un avion", "fr"),
        ("l'aereo atterra", "un aereo", "it"),
        ("Wie installiere ich ein Paket?", "Mit dem Befehl apt.", "de"),
        ("¿Cómo instalo un paquete?", "Con la orden apt.", "es"),
        ("Come si installa un pacchetto?", "Con il comando apt.", "it"),
        ("Como instalo um pacote?", "Com o comando apt não é difícil.", "pt"),
        ("Hoe installeer ik een pakket?", "Met het commando apt.", "nl"),
        ("Как установить пакет?", "Командой apt.", "ru"),
        ("Hur installerar jag ett paket?", "Med kommandot apt och det är allt.", "sv"),
        ("Hvad er en pakke, og hvad gør jeg med den?", "Af kommandoen apt.", "da"),
        ("Miten asennan paketin?", "Se on helppoa, mutta se ei ole nopeaa.", "fi"),
        ("Hogyan telepítek egy csomagot?", "Az apt paranccsal, és ez nem nehéz.", "hu"),
        ("Cum instalez un pachet și ce fac după aceea?", "Cu comanda apt.", "ro"),
        ("كيف أثبت الحزمة؟", "بأمر apt", "ar"),
        ("パッケージはどうやって入れますか", "apt install を使う", "ja"),
        ("패키지를 어떻게 설치합니까?", "apt 명령으로", "ko"),
        ("如何安装软件包？", "使用 apt", "zh"),
        ("πώς εγκαθιστώ ένα πακέτο", "", "und"),
        ("KubernetesのデプロイをGitHub Actionsで自動化する", "GitHub Actions", "ja"),
    ],
)
def test_both_texts_together_decide_the_language(
    reference: str, response: str, language: str
) -> None:
    assert keyword_coverage(reference, response).language == language


def test_the_language_can_be_overridden() -> None:
    assert keyword_coverage("chat", "chats", language="fr").language == "fr"
    assert keyword_coverage("chat", "chats", language="pt-BR").language == "pt"
    assert named_language("nb").code == "no"
    with pytest.raises(InvalidValueError, match="'auto' or one of ar, da, de"):
        keyword_coverage("a", "b", language="klingon")


@pytest.mark.parametrize(
    ("language", "reference", "response", "kinds"),
    [
        ("en", "ran mice children indices matrices", "run mouse child index matrix", "iiiii"),
        ("en", "users' cats", "user's cat's", "ii"),
        ("en", "determining mixed travelling webhooks", "determine mix travel webhook", "iiii"),
        ("en", "Kubernetes APIs", "kubernetes API", "ci"),
        ("en", "university news organization policy", "universe new organ police", "----"),
        ("fr", "l'avion d'un ami aujourd'hui", "les avions des amis aujourd'hui", "iie"),
        ("fr", "les chevaux généraux", "un cheval général", "ii"),
        ("fr", "developpement", "le développement", "a"),
        ("fr", "Faut-il, est-ce que je puis-je installer", "installé", "i"),
        ("de", "Häuser der Straße", "ein Haus an der STRASSE", "ic"),
        ("de", "Mueller", "Müller", "a"),
        ("de", "Datenbank", "die Datenbankverbindung", "p"),
        ("de", "Datenbank-Verbindung", "die Datenbankverbindung", "j"),
        ("es", "las bases de datos", "una base con un dato", "ii"),
        ("it", "dell'architettura", "le architetture", "i"),
        ("pt", "os computadores", "um computador", "i"),
        ("nl", "de boeken", "het boek", "i"),
        ("ru", "пакеты программ", "пакет программы", "ii"),
        ("sv", "bilarna", "en bil", "i"),
        ("ja", "天気を教えて 走る", "天気は晴れ、犬が走った", "ei"),
        ("ja", "ＡＰＩの設計", "APIを設計する", "ee"),
        ("zh", "机器学习模型", "学习机器的模型", "eee"),
        ("zh", "資料庫", "资料库", "i"),
        ("ko", "데이터베이스를 검색하는 학생", "학생이 데이터베이스에서 검색했다", "eee"),
        ("und", "हिन्दी भाषा", "हिन्दी", "e-"),
    ],
)
def test_word_forms_meet_and_different_words_do_not(
    language: str, reference: str, response: str, kinds: str
) -> None:
    names = {
        "e": MatchKind.EXACT,
        "c": MatchKind.CASE,
        "i": MatchKind.INFLECTED,
        "j": MatchKind.JOINED,
        "p": MatchKind.COMPOUND,
        "a": MatchKind.ACCENT,
        "-": None,
    }
    coverage = keyword_coverage(reference, response, language=language)
    found = [(match.keyword, match.matched_by) for match in coverage.matches]
    assert [kind for _, kind in found] == [names[kind] for kind in kinds], found


def test_an_accent_is_no_difference_only_as_a_last_resort() -> None:
    coverage = keyword_coverage("résumé", "resume and résumé", language="en")
    assert coverage.matches[0].matched_by is MatchKind.EXACT
    assert coverage.matches[0].response_spans == ((11, 17),)


def test_aliases_cover_one_another_by_a_persons_table() -> None:
    options = KeywordOptions(
        aliases=parsed_aliases("JS = JavaScript\n\nk8s = Kubernetes\nML = machine learning")
    )
    coverage = keyword_coverage(
        "JavaScript on k8s with machine learning and Rust",
        "JS, Kubernetes and ML",
        options=options,
    )
    assert [match.matched_by for match in coverage.matches] == [MatchKind.ALIAS] * 3 + [None]
    assert coverage.matches[1].response_spans == ((4, 14),)
    assert keyword_coverage("k8s", "Kubernetes").score == 0.0


@pytest.mark.parametrize("table", ["JS", "JS =", "a = b\n= c"])
def test_an_alias_line_needs_two_terms(table: str) -> None:
    with pytest.raises(InvalidValueError, match="line"):
        parsed_aliases(table)
    with pytest.raises(InvalidValueError):
        KeywordOptions(aliases=(("JS",),))


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {"und"}))
def test_every_language_has_stop_words_and_none_of_them_is_a_content_word(code: str) -> None:
    words = stop_words(code)
    assert len(words) > 50
    content = "information system problem value computer hello software data network server error"
    assert words.isdisjoint(content.split())


def test_questions_and_requests_leave_only_what_they_ask_about() -> None:
    for text in (
        "Please explain how the scheduler works, what would you like?",
        "Could you describe which scheduler works and why?",
    ):
        assert keyword_coverage(text, "").reference_keywords == ("scheduler", "works")
