"""Charts and texts by themselves: `streamlit run` serves them as the app does."""

import streamlit as st
from starlette.routing import Route

from pages.shared import vendor

app = st.App("page/page.py", routes=[Route(f"/{vendor.PLOTLY_ADDRESS}", vendor.plotly)])
