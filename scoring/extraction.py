"""Where a case's contexts come from: the case itself, or an extractor that finds them in its data.

An extractor is any function of a case that returns its pieces, or the declarative twin of one, a
JMESPath expression over the case's JSON: ``metadata.ragResults[?relevanceScore > `0.5`].content``
filters one source, `[metadata.kb[], metadata.docs[]][]` joins two.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeAlias, cast

from scoring.errors import ExtractionError, FormatError
from scoring.formats.cases import case_to_json
from scoring.formats.fields import kind
from scoring.formats.issues import FieldError
from scoring.formats.paths import JsonPath
from scoring.formats.pieces import piece_from_json
from scoring.model import Case, Context, JsonValue, Overrides

Piece: TypeAlias = Context | str | Mapping[str, JsonValue] | None
"""A context, its text, an object with the text in it (see `piece_from_json`), or nothing."""

ContextExtractor: TypeAlias = Callable[[Case], Iterable[Piece] | None]


def own_contexts(case: Case) -> tuple[Context, ...]:
    """The extractor that takes the contexts that the case already has."""
    return case.contexts


class JmesPathExtractor:
    """A JMESPath expression over a case's JSON, the shape that `case_to_json` writes.

    Attributes:
        expression: The expression as it was given.

    Raises:
        ExtractionError: When it is made: the expression is malformed, or calls a function that
            JMESPath does not have. When it is called: the expression does not fit the case's data.
    """

    def __init__(self, expression: str) -> None:
        self.expression: Final = expression
        try:
            self._path = JsonPath(expression)
        except FormatError as error:
            raise ExtractionError(str(error)) from None

    def __call__(self, case: Case) -> Iterable[Piece] | None:
        """What the expression finds in a case; not checked yet to be text."""
        try:
            return cast("Iterable[Piece] | None", self._path.search(case_to_json(case)))
        except FormatError as error:
            raise ExtractionError(str(error)) from None


def with_contexts_of(case: Case, extractor: ContextExtractor) -> Case:
    """The case with the contexts that an extractor finds for it.

    A judgement, and corrections to it, speak of the contexts that the case came with. Where those
    are other texts than the ones found, they are left behind.

    Raises:
        ExtractionError: The extractor returned something that is not text.
    """
    contexts = read_pieces(extractor(case))
    if contexts == case.contexts:
        return case
    if case.contexts and [piece.text for piece in contexts] != [
        piece.text for piece in case.contexts
    ]:
        return replace(case, contexts=contexts, judgement=None, overrides=Overrides())
    return replace(case, contexts=contexts)


def read_pieces(found: Iterable[Piece] | None) -> tuple[Context, ...]:
    """Make contexts of what an extractor returned.

    Nothing in the place of a piece, or of all of them, is left out. A single piece counts as a list
    of one.

    Raises:
        ExtractionError: Something in it is neither text nor an object with text; its place, from 0,
            is named.
    """
    if found is None:
        return ()
    if isinstance(found, str | Mapping | Context):
        found = (found,)
    if not isinstance(found, Iterable):
        raise ExtractionError(f"the context extractor returned {kind(found)}, not a list of pieces")
    return tuple(_contexts(found))


def _contexts(pieces: Iterable[Piece]) -> Iterator[Context]:
    for index, piece in enumerate(pieces):
        if isinstance(piece, Context):
            yield piece
        elif piece is not None:
            try:
                yield piece_from_json(piece)
            except FieldError as error:
                raise ExtractionError(
                    f"the context extractor returned, at {error.within(f'[{index}]')}"
                ) from None
