"""The form in which a person says where the parts of a case are."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from scoring.formats.cells import Lists
from scoring.formats.mapping import CaseMapping, ContextSource, Found, Selector

_LISTS: Final = {
    Lists.AUTO: "as the cells suggest",
    Lists.WRITTEN: "a list in brackets",
    Lists.LINES: "one a line",
    Lists.PARAGRAPHS: "one a paragraph",
    Lists.WHOLE: "one a cell",
}
_TYPED_HINT: Final = "A field, or type a JMESPath expression over the row"


class MappingForm:
    """The form.

    Args:
        prefix: What the keys of its widgets begin with.
        found: The fields to choose from; anything else that is typed is a JMESPath expression.
        start: What it shows at first.
    """

    def __init__(self, prefix: str, found: Sequence[Found], start: CaseMapping | None) -> None:
        self._prefix = prefix
        self._known = {str(each.selector): each.selector for each in found}
        self._start = start

    def render(self) -> CaseMapping | None:
        """Draw it; the mapping that it says, or `None` without a query.

        Raises:
            ScoringError: An expression is malformed, or a number out of range.
        """
        start = self._start
        left, right = st.columns(2)
        with left:
            query = self._one("query", "Query", None if start is None else start.query)
            response = self._one("response", "Response", None if start is None else start.response)
            case_id = self._one("id", "Id", None if start is None else start.id)
            configuration = self._one(
                "configuration", "Configuration", None if start is None else start.configuration
            )
        with right:
            contexts = self._contexts()
            grades = self._several(
                "grades",
                "People's or other tools' grades",
                () if start is None else tuple(start.grades.values()),
            )
            low, top = st.columns(2)
            with low:
                at_least = self._number(
                    "at_least",
                    "Drop pieces scored below",
                    None if start is None else start.at_least,
                )
            with top:
                most = self._number("top", "Keep the top", None if start is None else start.top)
            shared = self._shared(None if start is None else start.one_case_by)
        if query is None:
            return None
        return CaseMapping(
            query,
            contexts,
            response,
            case_id,
            configuration,
            {str(grade): grade for grade in grades},
            at_least,
            None if most is None else int(most),
            shared,
        )

    def _contexts(self) -> tuple[ContextSource, ...]:
        sources = () if self._start is None else self._start.contexts
        pieces = self._several(
            "contexts", "Contexts; several are joined", tuple(each.pieces for each in sources)
        )
        how, separator, scores = st.columns(3)
        with how:
            lists = st.selectbox(
                "Pieces in a cell",
                list(_LISTS),
                index=list(_LISTS).index(sources[0].lists) if sources else 0,
                format_func=_LISTS.__getitem__,
                key=f"{self._prefix}_lists",
            )
        with separator:
            between = st.text_input(
                "Separator",
                value=(sources[0].separator or "") if sources else "",
                key=f"{self._prefix}_separator",
                help="What stands between the pieces of a cell, if anything; write \\n for a line.",
            )
        with scores:
            of_pieces = self._one(
                "scores", "Retrieval scores", sources[0].scores if sources else None
            )
        return tuple(
            ContextSource(
                each, lists, between.replace("\\n", "\n") or None, of_pieces if not place else None
            )
            for place, each in enumerate(pieces)
        )

    def _one(self, name: str, label: str, start: Selector | None) -> Selector | None:
        options = self._options([] if start is None else [start])
        chosen = st.selectbox(
            label,
            options,
            index=None if start is None else options.index(str(start)),
            key=f"{self._prefix}_{name}",
            placeholder="none",
            accept_new_options=True,
            help=_TYPED_HINT,
        )
        return None if chosen is None else self._selector(chosen)

    def _shared(self, start: str | None) -> str | None:
        columns = [selector.name for selector in self._known.values() if not selector.is_path]
        return st.selectbox(
            "Rows of one case share",
            columns,
            index=columns.index(start) if start in columns else None,
            key=f"{self._prefix}_one_case_by",
            placeholder="nothing: each row is a case",
            help="For tables with one retrieved piece a row, such as retrieval logs.",
        )

    def _several(self, name: str, label: str, start: Sequence[Selector]) -> tuple[Selector, ...]:
        chosen = st.multiselect(
            label,
            self._options(start),
            default=[str(each) for each in start],
            key=f"{self._prefix}_{name}",
            placeholder="none",
            accept_new_options=True,
            help=_TYPED_HINT,
        )
        return tuple(map(self._selector, chosen))

    def _number(self, name: str, label: str, start: float | None) -> float | None:
        value = st.number_input(
            label,
            value=None if start is None else float(start),
            key=f"{self._prefix}_{name}",
            placeholder="keep all",
        )
        return None if value is None else float(value)

    def _options(self, more: Sequence[Selector]) -> list[str]:
        return list(dict.fromkeys([*self._known, *map(str, more)]))

    def _selector(self, name: str) -> Selector:
        return self._known.get(name) or Selector(name, is_path=True)
