"""What every page shares: the browser tab, the layout, the sidebar and the navigation."""

from pathlib import Path

import streamlit as st

from pages.shared import sidebar, state

# The icon by its short name: for the character itself Streamlit first loads its list of all emoji,
# which costs a fresh server's first page a tenth of its time.
st.set_page_config(page_title="Scorescope", page_icon=":telescope:", layout="wide")
st.html(Path(__file__).with_name("page.css"))
page = st.navigation(
    [
        st.Page("../score.py", title="Score", url_path="score", default=True),
        st.Page("../dataset.py", title="Dataset", url_path="dataset"),
        st.Page("../tune.py", title="Tune", url_path="tune"),
        st.Page("../compare.py", title="Compare", url_path="compare"),
        st.Page("../guide.py", title="Guide", url_path="guide"),
    ],
    position="top",
)
state.follow_address()
sidebar.render()
page.run()
