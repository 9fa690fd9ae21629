"""Retrieved documents as retrievers, tracers and evaluation tools write them."""

from collections import deque
from collections.abc import Mapping
from typing import Final, NamedTuple

from scoring.formats.fields import Fields, a_name, a_text, kind, optional, required
from scoring.formats.issues import FieldError, joined
from scoring.formats.shapes.numerals import a_numeral
from scoring.model import Context

_TEXT: Final = (
    *("text", "content", "page_content", "pageContent", "context", "document", "chunk"),
    *("passage", "snippet", "body"),
)
_ID: Final = ("id", "doc_id", "docid", "document_id", "chunk_id", "_id")
_SOURCE: Final = ("source", "file_name", "filename", "file_path", "url", "title")
_SCORE: Final = (
    *("retrieval_score", "score", "relevance_score", "relevanceScore", "similarity"),
    *("document_score", "similarity_score"),
)
_FAMILIES: Final = (_TEXT, _ID, _SOURCE, _SCORE)
_READ: Final = frozenset(name for family in _FAMILIES for name in family) | {"type"}
PLACES: Final = (
    *("retrieved_contexts", "retrievedContexts", "retrieval_context", "retrievalContext"),
    *("contexts", "context", "retrieved_documents", "retrievedDocuments", "source_documents"),
    *("sourceDocuments", "documents", "docs", "chunks", "passages", "sources", "search_results"),
    *("searchResults", "contextUnits", "extractedSentences"),
)
"""What applications call the field in which they put what was retrieved, the surest first."""

_DEPTH: Final = 3


def context_of(value: object) -> Context:
    """One document: text, or an object with text and whatever else is known of it.

    What the object itself does not say is looked for in its `metadata`.

    Raises:
        FieldError: There is no text, or a score is no number.
    """
    if isinstance(value, str):
        return Context(value)
    if not isinstance(value, Mapping):
        raise FieldError(
            f"must be text or an object with text, not {kind(value)}",
            "leave out what is no document",
        )
    inner = value.get("document")
    if isinstance(inner, Mapping):
        return context_of({**value, "document": None, **inner})
    metadata = value.get("metadata")
    known: Fields = metadata if isinstance(metadata, Mapping) else {}
    text = required(value, a_text, *_TEXT, mend="give the document's text under this name")
    score = optional(value, a_numeral, *_SCORE)
    return Context(
        text,
        _name(value, _ID) or _name(known, _ID),
        _name(value, _SOURCE) or _name(known, _SOURCE),
        optional(known, a_numeral, *_SCORE) if score is None else score,
    )


def contexts_of(value: object) -> tuple[Context, ...]:
    """All documents of a list, or the one that is there; nothing in the place of one is left out.

    Raises:
        FieldError: Something in the list is no document; its place is named.
    """
    if value is None:
        return ()
    if not isinstance(value, list):
        return (context_of(value),)
    contexts = []
    for index, item in enumerate(value):
        if item is not None:
            try:
                contexts.append(context_of(item))
            except FieldError as error:
                raise error.within(f"[{index}]") from None
    return tuple(contexts)


def is_fully_read(value: object) -> bool:
    """Whether nothing of the documents is lost where only the contexts are kept of them."""
    if isinstance(value, list):
        return all(map(is_fully_read, value))
    if not isinstance(value, Mapping):
        return True
    known = {name for name, part in value.items() if part not in (None, {})}
    return known <= _READ and all(len(known & {*family}) < 2 for family in _FAMILIES)


class Found(NamedTuple):
    """Documents, and where they were: a path of names with dots between."""

    path: str
    contexts: tuple[Context, ...]


def find_documents(fields: Fields) -> Found | None:
    """The documents that an object has under one of their usual names, the least nested first.

    An empty list counts: nothing was retrieved, which is not the same as nothing being said of it.

    Raises:
        FieldError: What is there is a list of documents but for a fault in some of them.
    """
    waiting = deque([("", fields, 0)])
    while waiting:
        place, inner, depth = waiting.popleft()
        for name in PLACES:
            if name in inner and inner[name] is not None:
                try:
                    return Found(joined(place, name), contexts_of(inner[name]))
                except FieldError as error:
                    if _is_meant(inner[name]):
                        raise error.within(joined(place, name)) from None
                    # Something else under the same name.
                    continue
        if depth < _DEPTH:
            waiting.extend(
                (joined(place, name), value, depth + 1)
                for name, value in inner.items()
                if isinstance(value, Mapping)
            )
    return None


def _is_meant(value: object) -> bool:
    """Whether a value that cannot be read is a list of which most have a document's text."""
    if not isinstance(value, list):
        return False
    texts = sum(isinstance(_text(item), str) for item in value)
    return 2 * texts > len(value)


def _text(value: object) -> object:
    if not isinstance(value, Mapping):
        return value
    inner = value.get("document")
    fields = {**value, **inner} if isinstance(inner, Mapping) else value
    return next((fields[name] for name in _TEXT if isinstance(fields.get(name), str)), None)


def _name(fields: Fields, names: tuple[str, ...]) -> str | None:
    """The first of the fields that is a name; ids and sources are often something else entirely."""
    for name in names:
        try:
            found = optional(fields, a_name, name)
        except FieldError:
            continue
        if found is not None:
            return found
    return None
