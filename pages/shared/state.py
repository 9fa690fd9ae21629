"""The only module that touches session state: what a person's session holds, by name and type."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, cast

import streamlit as st

from pages.shared import cache
from pages.shared.case_in_hand import CaseInHand
from pages.shared.dataset import Dataset
from pages.shared.dataset_desk import DESKS, Desk
from pages.shared.dataset_source import Source
from pages.shared.draft import Draft
from pages.shared.label_sheet import LabelSheet
from scoring.calibration import Calibration, LabelKind
from scoring.errors import InvalidValueError, ScoringError
from scoring.formats import Cases, read_cases
from scoring.formats.exports import Export
from scoring.formats.json_text import JsonError, parse_json
from scoring.formats.mapping import CaseMapping
from scoring.judging import Estimate, Limits, Run
from scoring.model import Case, Context, JsonValue, Overrides, Penalties, preset_name
from scoring.settings_export import NamedSetting

if TYPE_CHECKING:
    from pages.shared.compare_sides import Sides

JudgeKind = Literal["embedded", "recorded", "llm"]

# Keys of widgets. Those of the settings are also their names in the URL.
UNUSED: Final = "unused"
MISSING: Final = "missing"
CAP: Final = "cap"
SCALE: Final = "scale"
PRESET: Final = "preset"
THRESHOLD: Final = "threshold"
JUDGE: Final = "judge"
MODEL: Final = "model"
API_KEY: Final = "api_key"
API_BASE: Final = "api_base"
PARAMETERS: Final = "judge_parameters"
CONCURRENCY: Final = "judge_concurrency"
RATE: Final = "judge_rate"
BUDGET: Final = "judge_budget"
KEEP: Final = "judge_keep"
RUN: Final = "run"
"""In the URL, the id of the desk with the dataset and its run."""
QUERY: Final = "draft_query"
RESPONSE: Final = "draft_response"

_HAND: Final = "_hand"
_HAND_BEFORE: Final = "_hand_before"
_DRAFT: Final = "_draft"
_PASTED: Final = "_pasted"
_PASTES: Final = "_pastes"
_JUDGING: Final = "_judging"
_FAILURE: Final = "_failure"
_UPLOAD: Final = "_upload"
_PLAN: Final = "_plan"
_EXPECTED: Final = "_expected"
_PAINTED: Final = "_painted"
_TESTED: Final = "_tested"
_DESK: Final = "_desk"
_OPENED: Final = "_opened"
_MAPPINGS: Final = "_mappings"
_MADE: Final = "_made"
_SAVED: Final = "_saved_settings"
_LABELS: Final = "_labels"
_FIT: Final = "_fit"
_BEFORE_FIT: Final = "_before_fit"
_SIDES: Final = "_sides"
_OPENED_PAIR: Final = "_opened_pair"
_DEFAULT_SCALE: Final = 1.0
_DEFAULT_THRESHOLD: Final = 0.7
_EMPTY_CASE: Final = Case(id="pasted", query="", contexts=(), response="")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the sliders say."""

    penalties: Penalties = Penalties()
    scale: float = _DEFAULT_SCALE

    @property
    def preset(self) -> str | None:
        """The name of the preset that the penalties are equal to, if they are."""
        return preset_name(self.penalties)


@dataclass(frozen=True, slots=True)
class JudgeChoice:
    """The judge that the sidebar names. The key stays in this session's memory."""

    kind: JudgeKind
    model: str = ""
    api_key: str | None = None
    api_base: str | None = None
    more: str = ""
    concurrency: int | None = None
    requests_per_minute: float | None = None
    budget: float | None = None
    kept: bool = True

    def parameters(self) -> dict[str, JsonValue]:
        """What else LiteLLM is given.

        Raises:
            InvalidValueError: The text is no JSON object.
        """
        if not self.more.strip():
            return {}
        try:
            value = parse_json(self.more)
        except JsonError as error:
            raise InvalidValueError(f"The further parameters are no JSON: {error}") from None
        if not isinstance(value, dict):
            raise InvalidValueError('Further parameters are an object, such as {"seed": 7}.')
        return value

    def limits(self) -> Limits:
        """How much at once, how fast, for how much."""
        if self.kind != "llm":
            return Limits()
        return Limits(
            concurrency=self.concurrency,
            requests_per_minute=self.requests_per_minute,
            budget=self.budget,
        )

    def __repr__(self) -> str:
        # The key must not reach a log or an error text by way of a printed choice.
        return f"JudgeChoice(kind={self.kind!r}, model={self.model!r}, api_base={self.api_base!r})"


# Settings


def settings() -> Settings:
    """The sliders' values; the defaults where no slider has been drawn yet."""
    penalties = Penalties(
        unused_high_relevance_context=_number(UNUSED, Penalties().unused_high_relevance_context),
        missing_context_per_item=_number(MISSING, Penalties().missing_context_per_item),
        max_missing_context_penalty=_number(CAP, Penalties().max_missing_context_penalty),
    )
    return Settings(penalties, _number(SCALE, _DEFAULT_SCALE))


def set_settings(new: Settings) -> None:
    """Move the sliders. Call it from a callback, before they are drawn."""
    st.session_state[UNUSED] = new.penalties.unused_high_relevance_context
    st.session_state[MISSING] = new.penalties.missing_context_per_item
    st.session_state[CAP] = new.penalties.max_missing_context_penalty
    st.session_state[SCALE] = new.scale


def threshold() -> float:
    """What a case needs to pass, as a share of the scale."""
    return _number(THRESHOLD, _DEFAULT_THRESHOLD)


def saved_settings() -> tuple[NamedSetting, ...]:
    """The settings that a person gave a name, each name once, the oldest first."""
    return cast("tuple[NamedSetting, ...]", st.session_state.get(_SAVED, ()))


def save_settings(new: Iterable[NamedSetting]) -> None:
    """Keep settings under their names; one that had a name before gives it up."""
    by_name = {setting.name: setting for setting in (*saved_settings(), *new)}
    st.session_state[_SAVED] = tuple(by_name.values())


def forget_settings(name: str) -> None:
    """Drop the setting of this name."""
    st.session_state[_SAVED] = tuple(each for each in saved_settings() if each.name != name)


def _number(key: str, default: float) -> float:
    value = st.session_state.get(key)
    return default if value is None else float(value)


def widget_value(key: str) -> object:
    """What a widget holds, or `None` before it is first drawn."""
    return st.session_state.get(key)


def set_widget_value(key: str, value: object) -> None:
    """Put a value into a widget, before it is drawn. A value that it has already stays untouched.

    Sending a value again would set the widget back under the fingers of someone who moves it fast.
    """
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


# The judge


def judge_choice() -> JudgeChoice:
    """The judge that the sidebar names."""
    kind = cast("JudgeKind", st.session_state.get(JUDGE, "embedded"))
    if kind != "llm":
        return JudgeChoice(kind)
    return JudgeChoice(
        kind,
        model=_stripped(MODEL),
        # LiteLLM would send the environment's key to whatever address somebody types here.
        api_key=_stripped(API_KEY) or ("none" if _stripped(API_BASE) else None),
        api_base=_stripped(API_BASE) or None,
        more=_stripped(PARAMETERS),
        concurrency=_whole(CONCURRENCY),
        requests_per_minute=_number(RATE, 0.0) or None,
        budget=_number(BUDGET, 0.0) or None,
        kept=bool(st.session_state.get(KEEP, True)),
    )


def _whole(key: str) -> int | None:
    value = st.session_state.get(key)
    return None if value is None else int(value)


def _stripped(key: str) -> str:
    return str(st.session_state.get(key) or "").strip()


def set_tested(choice: JudgeChoice, problem: str | None) -> None:
    """Remember what came of trying a judge: what is wrong, or `None`."""
    st.session_state[_TESTED] = choice, problem


def tested(choice: JudgeChoice) -> tuple[str | None] | None:
    """What came of trying this judge, in a tuple; `None` if it was not tried as it is set now."""
    held = cast("tuple[JudgeChoice, str | None] | None", st.session_state.get(_TESTED))
    return (held[1],) if held is not None and held[0] == choice else None


def judging() -> tuple[Run, Case] | None:
    """The judging run of this session that has not been taken in yet, and its case."""
    return cast("tuple[Run, Case] | None", st.session_state.get(_JUDGING))


def set_judging(run: Run, case: Case) -> None:
    """Remember a judging run."""
    st.session_state[_JUDGING] = (run, case)


def end_judging() -> None:
    """Forget the judging run; one that is still going on is cancelled."""
    current = judging()
    if current is not None:
        current[0].cancel()
    st.session_state[_JUDGING] = None


def failure() -> ScoringError | None:
    """Why the latest thing that was asked for could not be had; `None` where it could."""
    return cast("ScoringError | None", st.session_state.get(_FAILURE))


def set_failure(error: ScoringError | None) -> None:
    """Remember why something could not be had, or that it could."""
    st.session_state[_FAILURE] = error


# The case in hand


def hand() -> CaseInHand | None:
    """The case that the Score page works on."""
    return cast("CaseInHand | None", st.session_state.get(_HAND))


def set_hand(new: CaseInHand | None) -> None:
    """Work on another case, or on the same one changed."""
    st.session_state[_HAND] = new
    _into_dataset(new)


def hand_before() -> CaseInHand | None:
    """The case that the one in hand took the place of."""
    return cast("CaseInHand | None", st.session_state.get(_HAND_BEFORE))


def set_hand_before(before: CaseInHand | None) -> None:
    """Remember a case that another one takes the place of. None leaves the one before it."""
    if before is not None:
        st.session_state[_HAND_BEFORE] = before


def correct(overrides: Overrides) -> None:
    """Take a person's corrections to the case in hand."""
    current = hand()
    if current is not None:
        set_hand(current.correct(overrides))


# The draft


def draft() -> Draft | None:
    """The case being written, while one is."""
    return cast("Draft | None", st.session_state.get(_DRAFT))


def begin_draft(case: Case = _EMPTY_CASE) -> None:
    """Open the text boxes on a case, or empty ones."""
    drop_draft()
    new = Draft.of(case)
    st.session_state[QUERY] = case.query
    st.session_state[RESPONSE] = case.response
    _set_draft(new)


def add_blocks(contexts: Iterable[Context]) -> tuple[int, ...]:
    """More context blocks at the end of the draft; returns their ids."""
    current = draft()
    if current is None:
        return ()
    new = current.added(contexts)
    _set_draft(new)
    return tuple(block.id for block in new.blocks[len(current.blocks) :])


def remove_blocks(block_ids: Iterable[int]) -> None:
    """Take context blocks out of the draft."""
    current = draft()
    if current is not None:
        _set_draft(current.without(block_ids))


def move_block(block_id: int, step: int) -> None:
    """Move a context block down, or up where `step` is below 0."""
    current = draft()
    if current is not None:
        _set_draft(current.moved(block_id, step))


def paste_key() -> str:
    """The key of the box that contexts are pasted into: another one after each paste.

    Somebody who pastes and at once presses a button sends the pasted text twice, before the box on
    their screen is empty; the second time it is the text of a box that is no more.
    """
    return f"draft_paste_{st.session_state.get(_PASTES, 0)}"


def renew_paste_box() -> None:
    """Put an empty box in the place of the one whose text was taken."""
    st.session_state[_PASTES] = st.session_state.get(_PASTES, 0) + 1


def pasted() -> tuple[str, tuple[int, ...]] | None:
    """The latest paste that was split, and the blocks it became."""
    return cast("tuple[str, tuple[int, ...]] | None", st.session_state.get(_PASTED))


def set_pasted(text: str | None, block_ids: tuple[int, ...] = ()) -> None:
    """Remember a paste that was split, so that it can be joined again; or forget it."""
    st.session_state[_PASTED] = None if text is None else (text, block_ids)


def block_key(block_id: int) -> str:
    """The key of a block's text box."""
    return f"draft_context_{block_id}"


def written() -> tuple[Case, tuple[int | None, ...]] | None:
    """The draft's case as typed, and where each of its contexts came from."""
    current = draft()
    if current is None:
        return None
    texts = {
        block.id: str(st.session_state.get(block_key(block.id), block.context.text))
        for block in current.blocks
    }
    return current.written(
        str(st.session_state.get(QUERY, current.case.query)),
        texts,
        str(st.session_state.get(RESPONSE, current.case.response)),
    )


def drop_draft() -> None:
    """Close the text boxes and forget what they held."""
    current = draft()
    blocks = () if current is None else current.blocks
    for key in (QUERY, RESPONSE, paste_key(), _PASTED, _DRAFT, *(block_key(b.id) for b in blocks)):
        st.session_state.pop(key, None)


def _set_draft(new: Draft) -> None:
    for block in new.blocks:
        st.session_state.setdefault(block_key(block.id), block.context.text)
    st.session_state[_DRAFT] = new


# The dataset


def follow_address() -> None:
    """Find the desk that the address names, or have the address name the session's own.

    Call it at every run, before a page asks for the dataset.
    """
    current = desk()
    wanted = st.query_params.get(RUN, "")
    if current is None and wanted:
        current = DESKS.find(wanted) or _saved_desk(wanted)
        st.session_state[_DESK] = current
    if current is not None:
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
        restored = Desk(Dataset.read(name, read_cases(content)), desk_id=desk_id)
    except ScoringError as error:
        set_failure(error)
        return None
    DESKS.add(restored)
    return restored


def desk() -> Desk | None:
    """What this process holds for the session: its dataset, the files, the run."""
    return cast("Desk | None", st.session_state.get(_DESK))


def dataset() -> Dataset | None:
    """The cases that the dataset pages work on, with what a run has brought so far."""
    current = desk()
    return None if current is None else current.dataset


def open_dataset(new: Dataset, sources: Sequence[Source] = ()) -> None:
    """Work on other cases. A run over the present ones ends."""
    close_dataset()
    fresh = Desk(new, sources)
    DESKS.add(fresh)
    st.session_state[_DESK] = fresh


def close_dataset() -> None:
    """Work on no cases: a run over the present ones ends, and this process lets go of them."""
    current = desk()
    if current is not None:
        DESKS.clear(current)
    st.session_state[_DESK] = None
    st.session_state[_OPENED] = None
    set_plan(None)


def open_case(position: int) -> None:
    """Take a case of the dataset in hand; corrections go back into the dataset."""
    current = dataset()
    if current is not None and position < len(current.cases):
        end_judging()
        drop_draft()
        set_hand_before(hand() if opened_case() is None else None)
        st.session_state[_OPENED] = None
        set_hand(CaseInHand.opened(current.cases[position]))
        st.session_state[_OPENED] = position


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


def opened_case() -> int | None:
    """The position of the dataset's case that is in hand, if one is."""
    return cast("int | None", st.session_state.get(_OPENED))


def leave_case() -> None:
    """Look at the table without a case under it."""
    st.session_state[_OPENED] = None


def opened_hand() -> CaseInHand | None:
    """The dataset's case in hand, with the judgement that a run may have brought meanwhile."""
    position, current, cases = opened_case(), hand(), dataset()
    if position is None or current is None or cases is None:
        return None
    judgement = cases.cases[position].judgement
    if judgement is not None and judgement != current.judgement:
        set_hand(current.with_judgement(judgement))
    return hand()


def _into_dataset(new: CaseInHand | None) -> None:
    """What is said of the dataset's case in hand is said in the dataset too."""
    position, current = opened_case(), desk()
    if position is None or current is None:
        return
    if new is None or not current.put(position, new.result_case):
        st.session_state[_OPENED] = None


# What people say of the dataset's cases, and what was fitted to it


def label_sheet(of: Dataset, kind: LabelKind) -> LabelSheet:
    """The labels of one kind that the cases of a dataset have."""
    sheets = cast("dict[object, LabelSheet]", st.session_state.get(_LABELS, {}))
    return sheets.get((of.name, len(of.cases), kind), LabelSheet())


def set_label_sheet(of: Dataset, kind: LabelKind, new: LabelSheet) -> None:
    """Keep labels. They stay with a dataset of that name and size when a verdict is corrected."""
    sheets = cast("dict[object, LabelSheet]", st.session_state.get(_LABELS, {}))
    st.session_state[_LABELS] = {**sheets, (of.name, len(of.cases), kind): new}


def fit(of: Dataset) -> Future[Calibration] | None:
    """The latest fit, under way or done, if it was to a dataset of this name and size."""
    found = cast(
        "tuple[object, Future[Calibration] | None]", st.session_state.get(_FIT, (None, None))
    )
    return found[1] if found[0] == (of.name, len(of.cases)) else None


def set_fit(of: Dataset, new: Future[Calibration] | None) -> None:
    """Remember a fit to a dataset, or drop it."""
    st.session_state[_FIT] = ((of.name, len(of.cases)), new)


def remember_before_fit(keys: Iterable[str]) -> None:
    """Remember what widgets hold before a fit moves them, so that it can be undone."""
    st.session_state[_BEFORE_FIT] = {key: st.session_state.get(key) for key in keys}


def fit_applied() -> bool:
    """Whether a fit has been applied and not been undone."""
    return bool(st.session_state.get(_BEFORE_FIT))


def undo_fit() -> None:
    """Put the widgets back to where they were before a fit. Call it from a callback."""
    for key, value in cast("dict[str, object]", st.session_state.pop(_BEFORE_FIT, {})).items():
        if value is not None:
            set_widget_value(key, value)


# The comparison


def sides(of: Dataset) -> "Sides | None":
    """The configurations of a dataset side by side, where they have been paired."""
    held = cast("tuple[Dataset, Sides] | None", st.session_state.get(_SIDES))
    return held[1] if held is not None and held[0] is of else None


def set_sides(of: Dataset, new: "Sides") -> None:
    """Keep the configurations of a dataset side by side."""
    st.session_state[_SIDES] = of, new


def opened_pair(of: "Sides") -> int | None:
    """The position of the question that is open, among those of these sides."""
    held = cast("tuple[Sides, int] | None", st.session_state.get(_OPENED_PAIR))
    return held[1] if held is not None and held[0] is of else None


def open_pair(of: "Sides", position: int) -> None:
    """Open a question."""
    st.session_state[_OPENED_PAIR] = of, position


# The uploaded file


def upload() -> Cases | None:
    """The cases of the file that was uploaded last."""
    return cast("Cases | None", st.session_state.get(_UPLOAD))


def set_upload(cases: Cases | None) -> None:
    """Keep the cases of an uploaded file."""
    st.session_state[_UPLOAD] = cases
