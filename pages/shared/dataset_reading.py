"""What each opened file was taken for, and the means to have it read otherwise."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final

import streamlit as st

from pages.shared import dataset_opening, dataset_remembered, state
from pages.shared.dataset import in_words
from pages.shared.dataset_mapping import MappingForm
from pages.shared.dataset_source import Source
from scoring.errors import FormatError, ScoringError
from scoring.formats import FORMATS, Cases
from scoring.formats.json_text import JsonError, json_line, parse_json
from scoring.formats.mapping import (
    CaseMapping,
    Found,
    fields_found,
    fingerprint,
    guessed_mapping,
    mapped_cases,
    mapping_from_json,
    mapping_to_json,
)
from scoring.formats.registry import MAPPED

_RECOGNISE: Final = "recognise"
_PREVIEWED: Final = 3
_SHOWN: Final = 400
_FIELD_TEXT: Final = 80
_ENCODINGS: Final = {
    "utf-8": "UTF-8",
    "cp932": "CP932 (Shift-JIS)",
    "euc_jp": "EUC-JP",
    "gb18030": "GB18030",
    "big5": "Big5",
    "euc_kr": "EUC-KR",
    "cp1251": "Windows-1251",
    "cp1252": "Windows-1252 (Latin-1)",
}
"""What a person can say that a text is in, where its bytes do not."""


def render() -> None:
    """Draw a line for each file, and the mapping of those that have or need one."""
    desk = state.desk()
    if desk is None:
        return
    for place, source in enumerate(desk.sources):
        _source(place, source, desk.id)


def _source(place: int, source: Source, opened: str) -> None:
    cases = source.cases
    recognised = cases.recognised
    unread = recognised is None or not recognised.format
    title = "not recognised" if recognised is None else str(recognised)
    guess = source.guessed_encoding
    if guess is not None:
        title = title.replace(guess, f"{guess}, a guess", 1)
    with st.container(border=True, key=f"source_{place}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            # A file's name and its columns' are a stranger's text.
            st.text(f"{source.name}: {title}; {in_words(len(cases.cases))}")
            if not source.beside:
                _choices(place, source)
        if source.mapping is not None or (unread and not source.beside):
            # Made only while it is looked at, and closed again once the file is read otherwise.
            mapping = st.expander(
                "Where the parts of a case are",
                expanded=unread,
                key=_form_key(opened, place),
                on_change="rerun",
            )
            if mapping.open:
                with mapping:
                    _mapping(place, source)


def _form_key(opened: str, place: int) -> str:
    return f"mapping_{opened}_{place}"


def _choices(place: int, source: Source) -> None:
    key = f"format_{place}"
    state.set_widget_value(key, _chosen(source))
    st.selectbox(
        f"Read {place + 1} as",
        [_RECOGNISE, *FORMATS, MAPPED],
        format_func=_format_title,
        key=key,
        label_visibility="collapsed",
        on_change=_take_format,
        args=(place, key),
        width=280,
    )
    if len(source.sheets) > 1:
        key = f"sheet_{place}"
        state.set_widget_value(key, source.sheet)
        st.selectbox(
            f"Sheet of {place + 1}",
            source.sheets,
            index=None,
            placeholder="The first sheet with a table",
            key=key,
            label_visibility="collapsed",
            on_change=_take_sheet,
            args=(place, key),
            width=220,
        )
    if source.guessed_encoding is not None or source.encoding is not None:
        key = f"encoding_{place}"
        state.set_widget_value(key, source.encoding)
        st.selectbox(
            f"Encoding of {place + 1}",
            list(_ENCODINGS),
            index=None,
            format_func=_ENCODINGS.__getitem__,
            placeholder="Another encoding",
            key=key,
            label_visibility="collapsed",
            on_change=_take_encoding,
            args=(place, key),
            width=220,
        )


def _chosen(source: Source) -> str:
    if source.mapping is not None:
        return MAPPED
    return source.format or _RECOGNISE


def _format_title(name: str) -> str:
    if name == _RECOGNISE:
        return "As recognised"
    return "By a mapping of my own" if name == MAPPED else FORMATS[name].title


def _take_format(place: int, key: str) -> None:
    name = str(state.widget_value(key))
    desk = state.desk()
    if desk is None:
        return
    source = desk.sources[place]
    if name == MAPPED:
        _reopen(place, source.read_as(None, _first_mapping(source)))
        opened = state.desk()
        if opened is not None:
            state.set_widget_value(_form_key(opened.id, place), True)
    else:
        _reopen(place, source.read_as(None if name == _RECOGNISE else name))


def _take_sheet(place: int, key: str) -> None:
    sheet, desk = state.widget_value(key), state.desk()
    if desk is not None:
        _reopen(place, replace(desk.sources[place], sheet=None if sheet is None else str(sheet)))


def _take_encoding(place: int, key: str) -> None:
    name, desk = state.widget_value(key), state.desk()
    if desk is not None:
        _reopen(place, replace(desk.sources[place], encoding=None if name is None else str(name)))


def _first_mapping(source: Source) -> CaseMapping | None:
    remembered = dataset_remembered.remembered_mapping(source)
    return remembered or guessed_mapping(source.records) or _any_mapping(source)


def _any_mapping(source: Source) -> CaseMapping | None:
    """The first field as the query, so that there is something to change."""
    found = fields_found(source.records)
    return CaseMapping(found[0].selector) if found else None


def _reopen(place: int, source: Source) -> None:
    desk = state.desk()
    if desk is not None:
        sources = [*desk.sources[:place], source, *desk.sources[place + 1 :]]
        dataset_opening.open_sources(sources)


# The mapping


def _mapping(place: int, source: Source) -> None:
    records = source.records
    found = fields_found(records)
    if not found:
        st.text("There are no rows with named values in it, so that nothing can be mapped.")
        return
    _fields(found)
    start = source.mapping or _first_mapping(source)
    # Another mapping to start from is another form; one that is being changed stays as it is.
    named = "" if start is None else sha256(json_line(mapping_to_json(start)).encode()).hexdigest()
    form = MappingForm(f"map_{place}_{named[:12]}", found, start)
    try:
        mapping = form.render()
        preview = None if mapping is None else mapped_cases(records, mapping, _PREVIEWED)
    except ScoringError as error:
        st.badge("That cannot be read", color="red")
        st.text(str(error))
        return
    if mapping is None or preview is None:
        st.text("Say where the query is.")
        return
    _preview(preview)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            f"Read all {len(records):,} rows this way",
            key=f"apply_mapping_{place}",
            type="primary",
            on_click=_apply,
            args=(place, mapping),
            disabled=mapping == source.mapping,
        )
        st.download_button(
            "Save the mapping",
            json_line(mapping_to_json(mapping)),
            "mapping.json",
            "application/json",
            key=f"save_mapping_{place}",
            on_click="ignore",
        )
        dataset_remembered.render(source, mapping, place)
        with st.popover("Use a saved one", key=f"load_mapping_{place}"):
            key = f"mapping_text_{place}"
            st.text_area("The saved mapping", key=key)
            st.button(
                "Use it", key=f"take_mapping_{place}", on_click=_take_saved, args=(place, key)
            )


def _apply(place: int, mapping: CaseMapping) -> None:
    desk = state.desk()
    if desk is None:
        return
    source = desk.sources[place]
    state.remember_mapping(fingerprint(source.records), mapping)
    _reopen(place, source.read_as(None, mapping))


def _take_saved(place: int, key: str) -> None:
    try:
        mapping = mapping_from_json(parse_json(str(state.widget_value(key) or "")))
    except JsonError as error:
        state.set_failure(FormatError(f"The saved mapping is no JSON: {error}"))
        return
    except ScoringError as error:
        state.set_failure(error)
        return
    _apply(place, mapping)


def _fields(found: Sequence[Found]) -> None:
    import pandas as pd

    st.dataframe(
        pd.DataFrame(
            {
                "field": [str(each.selector) for each in found],
                "holds": [", ".join(each.kinds) for each in found],
                "filled": [f"{each.filled} of {each.looked_at}" for each in found],
                "samples": [
                    " | ".join(sample[:_FIELD_TEXT] for sample in each.samples) for each in found
                ],
            }
        ),
        hide_index=True,
        width="stretch",
        alt="Every field that was found, with samples.",
    )


def _preview(preview: Cases) -> None:
    st.markdown("**The first cases, as they will be read**")
    for case in preview.cases:
        with st.container(border=True):
            lines = [f"Case {case.id}", f"Query: {_short(case.query)}"]
            lines += [
                f"Context {number}: {_short(context.text)}"
                for number, context in enumerate(case.contexts, start=1)
            ]
            if not case.contexts:
                lines.append("No contexts")
            lines.append(f"Response: {_short(case.response)}")
            if case.configuration is not None:
                lines.append(f"Configuration: {case.configuration}")
            st.text("\n".join(lines))
    for issue in preview.issues[:_PREVIEWED]:
        st.text(str(issue))


def _short(text: str) -> str:
    line = " ".join(text[: 2 * _SHOWN].split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
