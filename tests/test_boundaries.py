"""What only one module may touch, and what none may, read from the code itself."""

import ast
from collections.abc import Iterator, Mapping

import pytest

from tests.test_imports import MODULES

# Who holds what a session or the whole process keeps, so that it is looked for in one place.
KEEPERS: Mapping[str, str | None] = {
    "session_state": "pages.shared.state",
    "cache_data": "pages.shared.cache",
    "cache_resource": "pages.shared.cache",
    # It loses zoom and hidden traces at every change; `pages.shared.chart` draws instead.
    "plotly_chart": None,
    # Other people's text must not come to life.
    "unsafe_allow_html": None,
}


def words(source: str) -> Iterator[str]:
    """Every name that a module uses, of whatever kind, and every text that could be one."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=word) | ast.Name(id=word) | ast.alias(name=word):
                yield word
            case ast.keyword(arg=str(word)) | ast.Constant(value=str(word)):
                yield word


def trespasses(module: str, source: str) -> list[str]:
    """What a module uses that another one keeps, or that nobody may use."""
    return sorted({word for word in words(source) if not keeps(module, KEEPERS.get(word, module))})


def keeps(module: str, keeper: str | None) -> bool:
    """Whether a module is the keeper, or a part of it."""
    return keeper is not None and (module == keeper or module.startswith(f"{keeper}."))


def foreign_html(source: str) -> list[str]:
    """What a module hands to `st.html` that is neither a text in the code nor a file beside it."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("st.html", "html")
        for inner in (*node.args, *(keyword.value for keyword in node.keywords))
        if {each.id for each in ast.walk(inner) if isinstance(each, ast.Name)}
        - {"Path", "__file__"}
    ]


@pytest.mark.parametrize("module", MODULES)
def test_a_module_leaves_alone_what_others_keep(module: str) -> None:
    source = MODULES[module].read_text(encoding="utf-8")
    assert trespasses(module, source) == []
    assert foreign_html(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "import streamlit as st\nst.session_state['x'] = 1",
        "from streamlit import session_state as held",
        "def later(st):\n    return getattr(st, 'session_state')",
        "@st.cache_data\ndef read(): ...",
        "@st.cache_resource(show_spinner=False)\ndef read(): ...",
        "st.plotly_chart(figure)",
        "st.markdown(text, unsafe_allow_html=True)",
        "st.markdown(text, **{'unsafe_allow_html': True})",
    ],
)
def test_the_rule_sees_every_way_to_reach_across(source: str) -> None:
    assert len(trespasses("pages.score", source)) == 1


@pytest.mark.parametrize(
    "source", ["st.html(text)", "st.html(f'<b>{name}</b>')", "st.html(body=case.query)"]
)
def test_the_rule_sees_html_made_of_other_peoples_text(source: str) -> None:
    assert foreign_html(source) == [source]


def test_keepers_keep_and_files_of_ours_are_shown() -> None:
    for keeper in ("pages.shared.state", "pages.shared.state.labels"):
        assert trespasses(keeper, "st.session_state.get('x')") == []
    assert foreign_html("st.html(Path(__file__).with_name('page.css'))\nst.html('<hr>')") == []
