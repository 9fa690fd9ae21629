"""A first mapping, from the names that people and tools give the parts of a case."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from scoring.formats.long_tables import long_table_key
from scoring.formats.mapping.case_mapping import CaseMapping, ContextSource, Selector
from scoring.formats.mapping.found import Found, fields_found
from scoring.formats.records import Records


def _words(text: str) -> dict[str, int]:
    """Names without case, spaces and marks -> how early they stand, the surest first."""
    return {word: rank for rank, word in enumerate(text.split())}


_QUERY: Final = _words(
    "query question userinput userquery usermessage userquestion querytext questiontext prompt "
    "input inputtext instruction request q search searchquery 質問 質問文 クエリ 入力 frage "
    "anfrage pregunta consulta pergunta domanda 问题 提问 질문"
)
_RESPONSE: Final = _words(
    "response answer output actualoutput modelresponse modeloutput modelanswer generatedanswer "
    "generatedtext generatedresponse llmanswer llmresponse botresponse assistantresponse "
    "completion prediction reply responsetext answertext 回答 応答 出力 antwort réponse reponse "
    "respuesta resposta risposta 答案 回复 답변"
)
_CONTEXTS: Final = _words(
    "contexts context retrievedcontexts retrievedcontext retrievalcontext retrieveddocuments "
    "retrieveddocs retrievedchunks retrievedpassages documents document docs passages passage "
    "chunks chunk sources snippets evidence knowledge searchresults results retrieved contextlist "
    "文脈 コンテキスト 検索結果 参照文書 kontext kontexte contexto contextos 上下文 检索结果 문맥"
)
_ID: Final = _words(
    "id caseid queryid questionid qid exampleid sampleid recordid rowid itemid uuid key 番号"
)
_CONFIGURATION: Final = _words(
    "configuration config configname variant experiment pipeline retriever system systemname "
    "appversion setup 設定 構成"
)
_GRADES: Final = _words(
    "grade grades score scores rating humanscore humanrating humangrade humanlabel label "
    "relevancescore feedback 評価 採点"
)
_SCORES: Final = _words(
    "scores retrievalscores similarity similarities similarityscores distances retrievalscore"
)
_NO_PIECES: Final = frozenset({"an object", "true or false"})
_NO_TEXT: Final = _NO_PIECES | {"a list"}
_ENDING: Final = re.compile(r"(?:^|[.\]])(?P<last>[^.\[\]]+)(?P<list>\[\])?$")
_NUMBERED: Final = re.compile(r"^(?P<stem>.*?)[ _\-\[(#]*\d+[\])]*$")


def guessed_mapping(records: Records) -> CaseMapping | None:
    """The mapping that the names suggest; `None` where nothing looks like a query.

    It is complete where it has a response and contexts too; a person should see a preview first.
    """
    found = fields_found(records)
    taken: set[Selector] = set()
    query = _first(found, _QUERY, taken)
    if query is None:
        return None
    response = _first(found, _RESPONSE, taken)
    contexts = _contexts(found, taken)
    grades = [field for field in found if _rank(field.selector, _GRADES) is not None]
    mapping = CaseMapping(
        query=query,
        contexts=contexts,
        response=response,
        id=_first(found, _ID, taken),
        configuration=_first(found, _CONFIGURATION, taken),
        grades={
            str(field.selector): field.selector
            for field in grades
            if field.selector not in taken and "[]" not in field.selector.name
        },
    )
    return replace(mapping, one_case_by=_long_by(records, mapping))


def _long_by(records: Records, mapping: CaseMapping) -> str | None:
    """The column by which rows seem to be one case, each with one of its pieces."""
    if len(mapping.contexts) != 1 or mapping.contexts[0].pieces.is_path:
        return None
    keys = [
        part.name for part in (mapping.id, mapping.query) if part is not None and not part.is_path
    ]
    return long_table_key(records, keys, mapping.contexts[0].pieces.name, mapping.single())


def _first(
    found: Iterable[Found],
    words: Mapping[str, int],
    taken: set[Selector],
    unfit: frozenset[str] = _NO_TEXT,
) -> Selector | None:
    """The field with the best of the words as its name; of equals, the least nested."""
    ranked = [
        (rank, str(field.selector).count("."), order, field.selector)
        for order, field in enumerate(found)
        if (rank := _rank(field.selector, words)) is not None
        and field.selector not in taken
        and not unfit.intersection(field.kinds)
        and "[]" not in field.selector.name
    ]
    if not ranked:
        return None
    selector = min(ranked, key=lambda candidate: candidate[:3])[3]
    taken.add(selector)
    return selector


def _contexts(found: tuple[Found, ...], taken: set[Selector]) -> tuple[ContextSource, ...]:
    """One column or list of pieces, or columns that are numbered: context 1, context 2, ..."""
    numbered = [
        field.selector
        for field in found
        if (stem := _NUMBERED.match(field.selector.name))
        and not field.selector.is_path
        and _plain(stem["stem"]) in _CONTEXTS
    ]
    if len(numbered) > 1:
        taken.update(numbered)
        return tuple(map(ContextSource, numbered))
    pieces = _first(found, _CONTEXTS, taken, _NO_PIECES)
    if pieces is None:
        return ()
    return (ContextSource(pieces, scores=_first(found, _SCORES, taken, _NO_PIECES)),)


def _rank(selector: Selector, words: Mapping[str, int]) -> int | None:
    """How early among the words the selector's last name is; `None` where it is none of them."""
    ending = _ENDING.search(selector.name) if selector.is_path else None
    name = _plain(ending["last"] if ending else selector.name)
    return words.get(name)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).casefold()
