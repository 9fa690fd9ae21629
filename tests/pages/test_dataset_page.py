"""The Dataset page as a person works it: open, read otherwise, check, judge, look through."""

import io
import json
import threading
import time
from pathlib import Path

import pytest
from openpyxl import Workbook
from streamlit.testing.v1 import AppTest

from pages.shared import cache
from pages.shared.dataset_desk import DESKS
from tests.loopback_server import LoopbackServer, Reply, Request, honest
from tests.pages.charts import charts

CANARY = "sk-canary-0d4f8b21aa"
LINES = "\n".join(
    json.dumps(
        {
            "id": f"case-{number}",
            "query": "How long do refunds take?",
            "contexts": [f"Refunds take {number} days.", "Our office is in Berlin."],
            "response": "Some days.",
        }
    )
    for number in range(4)
)


@pytest.fixture
def page(app: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The Dataset page, drawn, with a store of its own."""
    monkeypatch.setenv("SCORESCOPE_STORE", f"sqlite:///{tmp_path}/judgements.sqlite3")
    cache.judgement_store.clear()
    cache.session_store.clear()
    cache.mapping_store.clear()
    app.run()
    app.switch_page("../dataset.py").run()
    return app


def paste(page: AppTest, text: str) -> AppTest:
    page.text_area(key="dataset_paste").set_value(text)
    page.button(key="take_paste").click().run()
    assert not page.exception
    return page


def texts(page: AppTest) -> str:
    return "\n".join(str(element.value) for element in page.text)


def wait_for(page: AppTest, text: str) -> None:
    """Look again and again, as the page's own fragment does."""
    deadline = time.monotonic() + 60
    while text not in texts(page):
        assert time.monotonic() < deadline, texts(page)
        time.sleep(0.2)
        page.run()
    page.run()  # what came in while that run was drawn is in the next one, as on the page


def started_anew() -> None:
    """Forget what a process that ends forgets."""
    for desk in list(DESKS):
        DESKS.let_go(desk)


def wait_for_keywords(page: AppTest) -> None:
    """The first reading of keywords loads what it needs."""
    deadline = time.monotonic() + 60
    while page.metric[1].value == "…":
        assert time.monotonic() < deadline
        time.sleep(0.2)
        page.run()


def at_the_address_of(page: AppTest) -> AppTest:
    """Another session, at the same dataset."""
    other = AppTest.from_file(str(page._script_path), default_timeout=60)
    other.query_params["run"] = page.query_params["run"]
    other.run()
    return other.switch_page("../dataset.py").run()


def choose_model(page: AppTest, server: LoopbackServer) -> None:
    page.selectbox(key="judge").select("llm").run()
    page.text_input(key="model").set_value("openai/scripted")
    page.text_input(key="api_base").set_value(server.api_base)
    page.text_input(key="api_key").set_value(CANARY).run()


def test_a_newcomer_is_told_how_to_begin(page: AppTest) -> None:
    assert "the sample" in page.info[0].value
    assert not page.dataframe


def test_the_sample_shows_means_charts_and_a_row_for_each_case(page: AppTest) -> None:
    page.button(key="open_sample").click().run()
    assert not page.exception
    wait_for_keywords(page)
    assert [metric.delta for metric in page.metric] == ["mean of 129 of 129"] * 2
    assert {"band_counts", "score_spread", "keyword_band_counts"} <= charts(page).keys()
    assert len(page.dataframe[0].value) == 129
    assert page.query_params["run"]


def test_a_slider_moves_the_mean_and_the_table(page: AppTest) -> None:
    page.button(key="open_sample").click().run()
    before = page.metric[0].value, page.dataframe[0].value["relevance"].tolist()
    page.slider(key="missing_slider").set_value(0.9).run()
    assert page.metric[0].value != before[0]
    assert page.dataframe[0].value["relevance"].tolist() != before[1]


def test_a_slider_that_a_browser_draws_anew_starts_where_the_setting_is(page: AppTest) -> None:
    page.number_input(key="missing").set_value(0.4).run()
    for name, value in {"unused": 0.1, "missing": 0.4, "cap": 0.5, "scale": 1.0}.items():
        assert page.slider(key=f"{name}_slider").proto.default == [value]


def test_what_to_do_next_names_what_recurs(page: AppTest) -> None:
    page.button(key="open_sample").click().run()
    wait_for_keywords(page)
    page.segmented_control(key="dataset_section").set_value("What to do next").run()
    assert not page.exception
    assert {"recurring_missing", "recurring_unused", "recurring_keywords"} <= charts(page).keys()
    assert any("pieces" in str(element.value) for element in page.markdown)


def test_pasted_lines_are_judged_on_this_machine_and_found_again_by_their_address(
    page: AppTest,
) -> None:
    paste(page, LINES)
    assert "pasted: 4 cases, 0 judged" in texts(page)
    assert page.text_area(key="dataset_paste").value == ""
    page.button(key="judge_unjudged").click().run()
    wait_for(page, "Done: 4 of 4 judged")
    assert page.dataframe[0].value["state"].tolist() == ["scored"] * 4
    assert "pasted: 4 cases, 4 judged" in texts(at_the_address_of(page))


def test_whoever_leaves_a_dataset_ends_nothing_there_and_finds_the_way_back(page: AppTest) -> None:
    gate = threading.Event()

    def answer(request: Request) -> Reply:
        gate.wait(60)
        return honest(request)

    with LoopbackServer(answer) as server:
        choose_model(page, server)
        paste(page, LINES)
        page.button(key="judge_unjudged").click().run()
        page.button(key="start_run").click().run()
        colleague = at_the_address_of(page)
        colleague.button(key="open_sample").click().run()
        page.button(key="open_sample").click().run()
        assert "pasted: being judged" in texts(page)
        page.button(key="go_back_0").click().run()
        assert "pasted: 4 cases" in texts(page)
        assert "being judged" not in texts(page)
        gate.set()
        wait_for(page, "Done: 4 of 4 judged")
        assert len(server.requests) == 4


def test_what_one_deletes_is_gone_for_everybody_who_has_the_address(page: AppTest) -> None:
    paste(page, LINES)
    address = page.query_params["run"]
    assert isinstance(address, str)
    colleague = at_the_address_of(page)
    assert "pasted: 4 cases" in texts(colleague)
    page.button(key="delete_session").click().run()
    colleague.button(key="save_session").click().run()
    assert not colleague.exception
    assert "deleted it" in texts(colleague)
    assert not colleague.dataframe
    assert "run" not in colleague.query_params
    assert cache.session_store().find(address) is None


def test_a_file_that_is_read_otherwise_takes_the_place_of_its_first_reading(page: AppTest) -> None:
    paste(page, LINES)
    before = page.query_params["run"]
    held = len(list(DESKS))
    page.selectbox(key="format_0").select("mapped").run()
    assert page.query_params["run"] != before
    assert len(list(DESKS)) == held
    paste(page, LINES.replace("Refunds", "Returns"))
    assert len(list(DESKS)) == held + 1


def test_a_guessed_address_opens_nothing(page: AppTest) -> None:
    page.query_params["run"] = "guessed"
    page.run()
    assert "run" not in page.query_params
    assert not page.dataframe


def test_a_file_says_what_it_was_taken_for_and_is_read_otherwise_on_a_word(page: AppTest) -> None:
    line = {"user_input": "Where?", "retrieved_contexts": ["Here."], "response": "There."}
    paste(page, json.dumps(line))
    assert "Ragas" in texts(page)
    page.selectbox(key="format_0").select("mapped").run()
    assert not page.exception
    assert "Query: Where?" in texts(page)
    assert "Context 1: Here." in texts(page)


def test_a_table_with_names_of_its_own_is_mapped_with_a_preview_and_remembered(
    page: AppTest,
) -> None:
    table = "eins\tzwei\tdrei\nWhere?\t['Here.', 'Far.']\tThere.\n"
    paste(page, table)
    assert "not recognised" in texts(page)
    for name, column in (("query", "eins"), ("response", "drei")):
        box = next(box for box in page.selectbox if str(box.key).endswith(f"_{name}"))
        box.select(column).run()
    contexts = next(each for each in page.multiselect if str(each.key).endswith("_contexts"))
    contexts.select("zwei").run()
    assert "Context 2: Far." in texts(page)
    page.button(key="apply_mapping_0").click().run()
    assert "pasted: 1 case, 0 judged" in texts(page)
    paste(page, table.replace("Where?", "Whence?"))
    assert page.dataframe[-1].value["query"].tolist() == ["Whence?"]


def another_session(page: AppTest) -> AppTest:
    """The Dataset page in a browser that knows nothing yet."""
    again = AppTest.from_file(str(page._script_path), default_timeout=60)
    again.run()
    return again.switch_page("../dataset.py").run()


def test_a_mapping_is_remembered_beyond_the_session_only_if_asked_and_until_it_is_forgotten(
    page: AppTest,
) -> None:
    table = "eins\tzwei\tdrei\nWhere?\t['Here.', 'Far.']\tThere.\n"
    paste(page, table)
    for name, column in (("query", "eins"), ("response", "drei")):
        box = next(box for box in page.selectbox if str(box.key).endswith(f"_{name}"))
        box.select(column).run()
    assert "not recognised" in texts(paste(another_session(page), table))
    page.button(key="keep_mapping_0").click().run()
    again = paste(another_session(page), table)
    assert "pasted: 1 case" in texts(again)
    assert again.dataframe[-1].value["query"].tolist() == ["Where?"]
    page.button(key="forget_mapping_0").click().run()
    assert "not recognised" in texts(paste(another_session(page), table))


def test_a_run_is_read_with_the_files_that_are_opened_together(page: AppTest) -> None:
    files = {
        "documents.tsv": "id\ttext\nd7\tA pass costs 120 euros.\nd3\tDay passes cost 5.\n",
        "run.txt": "q1 Q0 d7 1 12.5 bm25\nq1 Q0 d3 2 11.0 bm25\n",
        "questions.tsv": "id\ttext\nq1\tWhat does a pass cost?\n",
        "qrels.txt": "q1 0 d7 2\n",
    }
    page.file_uploader[0].set_value(
        [(name, content.encode(), "text/plain") for name, content in files.items()]
    ).run()
    assert not page.exception
    assert "documents + run + questions + qrels: TREC run with its texts" in texts(page)
    assert page.dataframe[-1].value["query"].tolist() == ["What does a pass cost?"]


def test_a_run_alone_says_what_it_needs(page: AppTest) -> None:
    page.file_uploader[0].upload("run.txt", b"q1 Q0 d7 1 12.5 bm25\n", "text/plain").run()
    assert "give it together with a table of the documents" in texts(page)


def test_an_encoding_that_was_guessed_is_said_and_can_be_named(page: AppTest) -> None:
    table = "query,contexts,response\n返金はいつですか,\"['十四日以内です']\",十四日以内です\n"
    page.file_uploader[0].upload("a.csv", table.encode("cp932"), "text/csv").run()
    assert "CP932 (Shift-JIS), a guess; commas between cells" in texts(page)
    page.selectbox(key="encoding_0").select("cp1252").run()
    assert not page.exception
    assert "a guess" not in texts(page)
    assert page.dataframe[-1].value["query"].tolist() != ["返金はいつですか"]
    page.selectbox(key="encoding_0").select("cp932").run()
    assert page.dataframe[-1].value["query"].tolist() == ["返金はいつですか"]


def test_a_spreadsheets_sheet_can_be_chosen(page: AppTest) -> None:
    book = Workbook()
    for name, query in (("first", "One?"), ("second", "Two?")):
        sheet = book.create_sheet(name)
        sheet.append(["query", "contexts", "response"])
        sheet.append([query, "['a']", "b"])
    content = io.BytesIO()
    book.save(content)
    page.file_uploader[0].upload("a.xlsx", content.getvalue(), "application/zip").run()
    assert page.dataframe[-1].value["query"].tolist() == ["One?"]
    page.selectbox(key="sheet_0").select("second").run()
    assert not page.exception
    assert page.dataframe[-1].value["query"].tolist() == ["Two?"]


def test_a_file_that_cannot_be_read_is_named_and_leaves_what_is_open(page: AppTest) -> None:
    paste(page, LINES)
    page.file_uploader[0].upload("packed.jsonl", b"\x1f\x8b\x08", "application/gzip").run()
    assert "packed: this is packed with gzip" in texts(page)
    assert "pasted: 4 cases" in texts(page)


def test_what_is_wrong_is_open_to_see_where_nothing_could_be_read(page: AppTest) -> None:
    paste(page, '{"query": 3}\n{"query": 4}')
    (issues,) = [each for each in page.expander if "to mend" in each.label]
    assert issues.proto.expanded
    paste(page, LINES + '\n{"query": 3}')
    (issues,) = [each for each in page.expander if "to mend" in each.label]
    assert not issues.proto.expanded


def test_files_that_are_open_are_not_held_by_their_box_any_more(page: AppTest) -> None:
    page.file_uploader[0].upload("cases.jsonl", LINES.encode(), "application/x-ndjson")
    page.run()
    assert "cases: 4 cases, 0 judged" in texts(page)
    assert not page.file_uploader[0].value


def test_issues_name_their_places(page: AppTest) -> None:
    paste(page, LINES + '\n{"query": 3}')
    assert "line 5" in texts(page)
    assert "pasted: 4 cases" in texts(page)


def test_checks_name_counts_and_places(page: AppTest) -> None:
    case = json.loads(LINES.splitlines()[0])
    paste(page, json.dumps({**case, "contexts": ["Same.", "Same."], "response": ""}))
    said = "\n".join(str(element.value) for element in page.markdown)
    assert "1 × duplicate context" in said
    assert "1 × no response" in said
    assert "case case-0, context 1, 2: duplicate context" in texts(page)


def test_contexts_longer_than_the_judge_reads_are_named(page: AppTest) -> None:
    case = json.loads(LINES.splitlines()[0])
    paste(page, json.dumps({**case, "contexts": ["word " * 50, "Short."]}))
    assert "longer than the judge's window" not in texts(page)
    page.number_input(key="checks_window").set_value(20).run()
    assert "case case-0, context 1: context longer than the judge's window" in texts(page)


def test_a_model_is_asked_after_its_estimate_and_asked_only_what_is_new(page: AppTest) -> None:
    with LoopbackServer(honest) as server:
        choose_model(page, server)
        paste(page, LINES)
        page.button(key="judge_unjudged").click().run()
        assert "4 to ask, 0 kept" in texts(page)
        assert "price unknown" in texts(page)
        assert not server.requests
        page.button(key="start_run").click().run()
        wait_for(page, "Done: 4 of 4 judged")
        assert len(server.requests) == 4
        page.button(key="judge_all").click().run()
        assert "nothing to ask, 4 kept" in texts(page)
    assert CANARY not in texts(page)
    assert CANARY not in str(page.query_params)


def test_failed_cases_are_listed_with_their_replies_and_retried_alone(page: AppTest) -> None:
    def answer(request: Request) -> Reply:
        return Reply("no idea") if "Refunds take 2 days" in request.prompt else honest(request)

    with LoopbackServer(answer) as server:
        choose_model(page, server)
        paste(page, LINES)
        page.button(key="judge_unjudged").click().run()
        page.button(key="start_run").click().run()
        wait_for(page, "Done: 3 of 4 judged")
        assert page.dataframe[0].value["state"].tolist().count("failed") == 1
        assert "case-2:" in texts(page)
    with LoopbackServer(honest) as server:
        page.text_input(key="api_base").set_value(server.api_base).run()
        page.button(key="retry_failed").click().run()
        page.button(key="start_run").click().run()
        wait_for(page, "Done: 1 of 1 judged")
        assert len(server.requests) == 1
    assert page.dataframe[0].value["state"].tolist() == ["scored"] * 4


def test_a_connection_is_tried_and_what_is_wrong_is_said_in_words(page: AppTest) -> None:
    with LoopbackServer(honest) as server:
        choose_model(page, server)
        page.button(key="test_connection").click().run()
        assert any("The judge answers" in str(each.value) for each in page.sidebar.markdown)
    page.button(key="test_connection").click().run()
    (said,) = [str(element.value) for element in page.sidebar.text]
    assert "could not be reached" in said
    assert CANARY not in said


def test_further_parameters_that_are_no_object_are_refused_in_words(page: AppTest) -> None:
    page.selectbox(key="judge").select("llm").run()
    page.text_input(key="model").set_value("openai/scripted")
    page.text_area(key="judge_parameters").set_value("[1]").run()
    page.button(key="test_connection").click().run()
    (said,) = [str(element.value) for element in page.sidebar.text]
    assert "an object" in said


def test_an_administrators_list_is_all_there_is_to_choose(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCORESCOPE_MODELS", "openai/one, openai/two")
    page.selectbox(key="judge").select("llm").run()
    assert list(page.selectbox(key="model").options) == ["openai/one", "openai/two"]
    assert "api_base" not in [box.key for box in page.text_input]
    page.text_area(key="judge_parameters").set_value('{"extra_headers": {"a": "b"}}').run()
    page.button(key="test_connection").click().run()
    (said,) = [str(element.value) for element in page.sidebar.text]
    assert "takes no extra_headers" in said


def test_a_saved_dataset_is_opened_again_by_a_program_that_was_started_anew(
    page: AppTest,
) -> None:
    paste(page, LINES)
    page.button(key="judge_unjudged").click().run()
    wait_for(page, "Done: 4 of 4 judged")
    page.button(key="save_session").click().run()
    address = page.query_params["run"]
    started_anew()
    again = at_the_address_of(page)
    assert "pasted: 4 cases, 4 judged" in texts(again)
    again.button(key="delete_session").click().run()
    assert not again.dataframe
    assert "run" not in again.query_params
    started_anew()
    page.query_params["run"] = address
    assert not at_the_address_of(page).dataframe
