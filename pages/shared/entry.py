"""What every page shares: the browser tab, the layout and the way from page to page."""

import streamlit as st

st.set_page_config(page_title="Scorescope", page_icon="🔭", layout="wide")
st.navigation(
    [
        st.Page("../score.py", title="Score", url_path="score", default=True),
        st.Page("../guide.py", title="Guide", url_path="guide"),
    ],
    position="top",
).run()
