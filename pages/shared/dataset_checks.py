"""What a person should know of the cases before a judge is asked: counts, and places."""

from typing import Final

import streamlit as st

from pages.shared import state
from pages.shared.dataset import Dataset

_AT_ONCE: Final = 300
"""Cases that are looked through unasked; comparing contexts takes milliseconds for each."""
_MOST_PLACES: Final = 15
_WANTED: Final = "_checks_wanted"


def render(dataset: Dataset) -> None:
    """Draw what was found, or the offer to look.

    Args:
        dataset: The cases.
    """
    with st.expander("Checks before judging"):
        if not (dataset.is_checked or len(dataset.cases) <= _AT_ONCE or _wanted(dataset)):
            st.button(
                f"Look through {len(dataset.cases):,} cases",
                key="run_checks",
                on_click=state.set_widget_value,
                args=(_WANTED, dataset.name),
            )
            return
        with st.spinner("Looking through the cases…"):
            checked = dataset.checked
        _findings(dataset)
        languages = ", ".join(
            f"{'too short to tell' if code == 'und' else code}: {count:,}"
            for code, count in checked.languages.items()
        )
        st.text(f"Languages of the queries: {languages}")


def _wanted(dataset: Dataset) -> bool:
    return state.widget_value(_WANTED) == dataset.name


def _findings(dataset: Dataset) -> None:
    checked = dataset.checked
    counts = {check: count for check, count in checked.counts.items() if count}
    if not counts:
        st.markdown(f"Nothing stands out in {checked.cases:,} cases.")
        return
    for check, count in counts.items():
        places = [str(finding) for finding in checked.findings if finding.check is check]
        st.markdown(f"**{count:,} × {check}**")
        more = f"\n… and {len(places) - _MOST_PLACES:,} more" if count > _MOST_PLACES else ""
        # Ids and passages are a stranger's text.
        st.text("\n".join(places[:_MOST_PLACES]) + more)
    st.caption("Nothing is merged or left out: this is for you to know.")
