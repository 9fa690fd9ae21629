import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import FormatError
from scoring.formats.decoding import UNDECODED, decode

JAPANESE = "質問,文脈,回答\n料金は?,料金は5円です,ﾃｽﾄ\n"
GERMAN = "Frage;Antwort\nWas kostet das Café? 5 €;„Größe“ – Fuß\n"


@pytest.mark.parametrize(
    ("text", "encoding", "title"),
    [
        (JAPANESE, "utf-8", "UTF-8"),
        (JAPANESE, "utf-8-sig", "UTF-8"),
        (JAPANESE, "utf-16", "UTF-16"),
        ("query,response\nplain,text\n", "utf-16-le", "UTF-16"),
        ("query,response\nplain,text\n", "utf-16-be", "UTF-16"),
        (JAPANESE, "utf-32", "UTF-32"),
        (JAPANESE, "cp932", "CP932 (Shift-JIS)"),
        ("name\n表示\n", "cp932", "CP932 (Shift-JIS)"),
        (JAPANESE, "euc_jp", "EUC_JP"),
        (GERMAN, "cp1252", "Windows-1252 (Latin-1)"),
        ("¿Qué es la fotosíntesis?\n", "latin-1", "Windows-1252 (Latin-1)"),
        ("it’s “quoted” – yes\n", "cp1252", "Windows-1252 (Latin-1)"),
        ("вопрос,ответ\nСколько это стоит?,пять рублей\n", "cp1251", "CP1251"),
        ("問題,回答\n費用是多少?,五元\n", "big5", "BIG5"),
        ("问题,上下文\n费用是多少?,费用是五元\n", "gb18030", "GB18030"),
        ("plain", "ascii", "UTF-8"),
    ],
)
def test_the_encoding_is_decided_from_the_bytes_and_said(
    text: str, encoding: str, title: str
) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert decoded.title == title
    assert not decoded.undecoded


def test_a_large_file_is_decided_by_its_part_above_ascii() -> None:
    text = "plain,row\n" * 50_000 + JAPANESE * 3000
    assert decode(text.encode("cp932")).text == text


def test_a_few_broken_bytes_do_not_cost_a_file_its_unicode() -> None:
    decoded = decode(JAPANESE.encode() + b"\xff\n" + JAPANESE.encode()[:-2])
    assert decoded.encoding == "utf-8"
    assert decoded.undecoded
    assert len(UNDECODED.findall(decoded.text)) == 3


def test_a_file_cut_within_a_character_is_still_unicode() -> None:
    decoded = decode("abcあ".encode()[:-1])
    assert (decoded.encoding, decoded.text[:3]) == ("utf-8", "abc")
    assert decoded.undecoded


def test_unpaired_surrogates_that_some_programs_write_are_kept() -> None:
    for encoding in ("utf-8", "utf-16"):
        assert decode("a\ud800b".encode(encoding, "surrogatepass")).text == "a\ud800b"


def test_a_named_encoding_is_believed() -> None:
    assert decode("é".encode(), "latin-1").text == "Ã©"
    assert decode("é".encode(), "cp932").undecoded is False
    for unknown in ("hex", "nonsense", "rot13"):
        with pytest.raises(FormatError, match="there is no encoding"):
            decode(b"a", unknown)


@given(st.text())
def test_text_in_utf_8_comes_back(text: str) -> None:
    assert decode(text.encode()).text == text.removeprefix("\ufeff") or "\x00" in text


@given(st.binary(max_size=300))
def test_no_byte_is_ever_dropped(content: bytes) -> None:
    decoded = decode(content)
    assert decoded.encoding is not None
    if decoded.encoding in ("utf-8", "cp1252", "cp932", "euc_jp") and decoded.undecoded:
        assert UNDECODED.search(decoded.text)
    if content.strip(b"\xef\xbb\xbf\xff\xfe\x00"):
        assert decoded.text


@pytest.mark.parametrize(
    "encoding",
    ["unicode_escape", "Raw-Unicode-Escape", "punycode", "idna", "utf-7", "undefined", "hex"],
)
def test_an_encoding_that_would_decode_a_text_twice_is_none(encoding: str) -> None:
    with pytest.raises(FormatError, match="there is no encoding"):
        decode(b'{"query": "C:\\\\new \\\\x41"}', encoding)


@pytest.mark.parametrize(
    ("content", "encoding"), [(b"ab\x1b$Z", "iso2022_jp"), (b"ab~\x1b", "hz"), (b"abp", "cp424")]
)
def test_content_that_cannot_be_in_the_named_encoding_is_one_clear_error(
    content: bytes, encoding: str
) -> None:
    with pytest.raises(FormatError, match=r"the content is not in .*: byte 3"):
        decode(content, encoding)
