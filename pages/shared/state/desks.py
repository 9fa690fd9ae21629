"""The desk with the dataset, its run, and what is remembered of reading and writing its files."""

from collections.abc import Sequence
from typing import Final, cast

import streamlit as st

from pages.shared import cache
from pages.shared.dataset import Dataset
from pages.shared.dataset_desk import DESKS, Desk
from pages.shared.dataset_source import Source
from pages.shared.state.judges import JudgeChoice, set_failure
from pages.shared.state.sliders import Settings
from scoring.errors import ScoringError
from scoring.formats import read_cases
from scoring.formats.exports import Export
from scoring.formats.mapping import CaseMapping
from scoring.judging import Estimate

RUN: Final = "run"
"""In the URL, the id of the desk with the dataset and its run."""

_DESK: Final = "_desk"
_LEFT: Final = "_left"
_OPENED: Final = "_opened"
_MAPPINGS: Final = "_mappings"
_MADE: Final = "_made"
_PLAN: Final = "_plan"
_EXPECTED: Final = "_expected"
_PAINTED: Final = "_painted"
_TAKEN: Final = "_taken"


def follow_address() -> None:
    """Find the desk that the address names, or have the address name the session's own.

    Call it at every run, before a page asks for the dataset.
    """
    held = cast("Desk | None", st.session_state.get(_DESK))
    if held is not None and held.deleted:
        _leave()
        set_failure(ScoringError("Somebody who has this dataset's address deleted it."))
    current = desk()
    wanted = st.query_params.get(RUN, "")
    if current is None and wanted:
        current = DESKS.find(wanted) or _saved_desk(wanted)
        st.session_state[_DESK] = current
    if current is not None:
        DESKS.hold(current)
        # Changing pages takes it out of the address.
        st.query_params[RUN] = current.id
    elif RUN in st.query_params:
        del st.query_params[RUN]


def _saved_desk(desk_id: str) -> Desk | None:
    """The desk that was saved under an id, put up again."""
    try:
        saved = cache.session_store().find(desk_id)
        if saved is None:
            return None
        name, content = saved
        restored = Desk(Dataset.read(name, read_cases(content, "native")), desk_id=desk_id)
    except ScoringError as error:
        set_failure(error)
        return None
    return restored


def desk() -> Desk | None:
    """What this process holds for the session: its dataset, the files, the run."""
    held = cast("Desk | None", st.session_state.get(_DESK))
    return None if held is None or held.deleted else held


def dataset() -> Dataset | None:
    """The cases that the dataset pages work on, with what a run has brought so far."""
    current = desk()
    return None if current is None else current.dataset


def open_dataset(new: Dataset, sources: Sequence[Source] = ()) -> None:
    """Work on other cases.

    The present ones stay with whoever has their address, this session too: a run over them goes
    on. Only a file that is read otherwise, before anything was done with its first reading, takes
    the place of that.
    """
    before = desk()
    go_to(Desk(new, sources))
    if before is not None and before.untouched and _same_files(before.sources, sources):
        DESKS.let_go(before)


def go_to(there: Desk) -> None:
    """Work on the cases of a desk, and leave those of the present one to whoever is at it."""
    before = desk()
    if before is not None and before.judging is not None:
        st.session_state[_LEFT] = tuple(dict.fromkeys((*_left_ids(), before.id)))
    _leave()
    DESKS.hold(there)
    st.session_state[_DESK] = there


def left_desks() -> list[Desk]:
    """Other desks at which this session had cases judged, as long as this process holds them."""
    current = desk()
    found = map(DESKS.find, _left_ids())
    return [each for each in found if each is not None and each is not current]


def delete_dataset() -> None:
    """Have this process forget the cases, whoever else works on them; a run over them ends."""
    current = desk()
    if current is not None:
        DESKS.delete(current)
    _leave()


def _leave() -> None:
    st.session_state[_DESK] = None
    leave_case()
    set_plan(None)


def _left_ids() -> tuple[str, ...]:
    return cast("tuple[str, ...]", st.session_state.get(_LEFT, ()))


def _same_files(some: Sequence[Source], others: Sequence[Source]) -> bool:
    contents = [source.content for source in some]
    return bool(contents) and contents == [source.content for source in others]


def opening() -> int:
    """How many times files were taken: the number of the uploader that is on the page.

    Streamlit copies what an uploader holds at every run, tens of milliseconds for a large file:
    once its files are taken, an empty one takes its place.
    """
    return cast("int", st.session_state.get(_TAKEN, 0))


def renew_opening() -> None:
    """Put an empty uploader in the place of the one whose files were taken."""
    st.session_state[_TAKEN] = opening() + 1


def opened_case() -> int | None:
    """The position of the dataset's case that is in hand, if one is."""
    return cast("int | None", st.session_state.get(_OPENED))


def set_opened_case(position: int) -> None:
    """Remember which case of the dataset is in hand."""
    st.session_state[_OPENED] = position


def leave_case() -> None:
    """Look at the table without a case under it."""
    st.session_state[_OPENED] = None


def made_file(of: Dataset, with_settings: Settings, name: str) -> Export | ScoringError | None:
    """The file that was made of the dataset in a format, or why there is none."""
    held = cast(
        "tuple[Dataset, Settings, str, Export | ScoringError] | None", st.session_state.get(_MADE)
    )
    if held is None or held[0] is not of or held[1:3] != (with_settings, name):
        return None
    return held[3]


def set_made_file(
    of: Dataset, with_settings: Settings, name: str, made: Export | ScoringError
) -> None:
    """Remember the file that was made last."""
    st.session_state[_MADE] = of, with_settings, name, made


def mapping_for(shape: str) -> CaseMapping | None:
    """The mapping that was used last for files of a shape, by its fingerprint."""
    held = cast("dict[str, CaseMapping]", st.session_state.get(_MAPPINGS, {}))
    return held.get(shape)


def remember_mapping(shape: str, mapping: CaseMapping) -> None:
    """Remember a mapping for files of a shape."""
    held = cast("dict[str, CaseMapping]", st.session_state.get(_MAPPINGS, {}))
    st.session_state[_MAPPINGS] = {**held, shape: mapping}


def forget_mapping(shape: str) -> None:
    """Forget the mapping for files of a shape."""
    held = cast("dict[str, CaseMapping]", st.session_state.get(_MAPPINGS, {}))
    st.session_state[_MAPPINGS] = {name: kept for name, kept in held.items() if name != shape}


def plan() -> tuple[int, ...] | None:
    """Positions of the cases that a model may be asked about, once its price is seen."""
    return cast("tuple[int, ...] | None", st.session_state.get(_PLAN))


def set_plan(positions: tuple[int, ...] | None) -> None:
    """Plan to ask a model, or drop the plan."""
    st.session_state[_PLAN] = positions
    st.session_state[_EXPECTED] = None


def expected(choice: JudgeChoice, *, fresh: bool) -> Estimate | None:
    """What the plan will take, where it was counted for this judge."""
    held = cast("tuple[JudgeChoice, bool, Estimate] | None", st.session_state.get(_EXPECTED))
    return held[2] if held is not None and held[:2] == (choice, fresh) else None


def set_expected(choice: JudgeChoice, found: Estimate, *, fresh: bool) -> None:
    """Remember what the plan will take."""
    st.session_state[_EXPECTED] = choice, fresh, found


def painted() -> tuple[int, float]:
    """How many cases the run had judged when the table was drawn, and seconds since its start."""
    return cast("tuple[int, float]", st.session_state.get(_PAINTED, (0, 0.0)))


def set_painted(done: int, elapsed: float) -> None:
    """Remember how far the run was when the table was drawn."""
    st.session_state[_PAINTED] = done, elapsed
