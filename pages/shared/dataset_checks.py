"""What a person should know of the cases before a judge is asked: counts, and places."""

from typing import Final

import streamlit as st

from pages.shared import state
from pages.shared.dataset import Dataset
from scoring.checks import Checked

_AT_ONCE: Final = 300
"""Cases that are looked through unasked; comparing contexts takes milliseconds for each."""
_MOST_PLACES: Final = 15
_WANTED: Final = "_checks_wanted"
_WINDOW: Final = "checks_window"


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
        window = st.number_input(
            "Tokens of one context that the judge can read",
            min_value=1,
            value=None,
            step=1,
            placeholder="all",
            key=_WINDOW,
            width=340,
            help="The embedded judge reads contexts of any length.",
        )
        with st.spinner("Looking through the cases…"):
            checked = dataset.checked_within(window)
        _findings(checked)
        languages = ", ".join(
            f"{'too short to tell' if code == 'und' else code}: {count:,}"
            for code, count in checked.languages.items()
        )
        st.text(f"Languages of the queries: {languages}")


def _wanted(dataset: Dataset) -> bool:
    return state.widget_value(_WANTED) == dataset.name


def _findings(checked: Checked) -> None:
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
