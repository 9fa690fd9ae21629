"""What a person is told when a model cannot be asked, and that no key is told to anybody."""

import logging
import subprocess
import sys
import traceback
from pathlib import Path

import openai
import pytest

from scoring.judges.llm import NO_KEY, FailureKind, LLMJudge, ModelError
from scoring.judges.llm.failures import explained
from scoring.judges.llm.redaction import STRUCK, Redactor, secrets_in, without_secrets
from scoring.model import Case, Context
from tests.loopback_server import LoopbackServer, Reply, honest, judgement_text

# LiteLLM silences this itself, by a filter that pytest takes back after the test that imports it.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Items? .* using the `ReadOnly` qualifier:UserWarning"
)

CASE = Case("1", "What is the refund window?", (Context("30 days."),), "30 days.")
CANARY = "sk-canary-0123456789/abcdef+XYZ"
MODEL = "openai/some-model"


def failure(
    reply: Reply | None = None, model: str = MODEL, key: str | None = CANARY, **settings: object
) -> ModelError:
    with LoopbackServer(reply or honest) as server:
        given = {"api_base": server.api_base, "api_key": key, **settings}
        judge = LLMJudge(model, **given)  # type: ignore[arg-type]  # settings of the right type
        with pytest.raises(ModelError) as caught:
            judge.judge(CASE)
    return caught.value


@pytest.fixture
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("reply", "kind", "told", "transient"),
    [
        (Reply(status=401), FailureKind.KEY_REFUSED, "refused the API key", False),
        (Reply(status=403), FailureKind.KEY_REFUSED, "may not use openai/some-model", False),
        (Reply(status=404), FailureKind.UNKNOWN_MODEL, "knows no model “openai/some-m", False),
        (Reply(status=429), FailureKind.RATE_LIMIT, "asks to slow down", True),
        (
            Reply(status=429, error={"message": "You exceeded your current quota"}),
            FailureKind.QUOTA,
            "quota or credit of this key",
            False,
        ),
        (Reply(status=402), FailureKind.QUOTA, "Top it up", False),
        (Reply(status=500), FailureKind.SERVER, "The server says: scripted failure", True),
        (Reply(status=503), FailureKind.SERVER, "failed while answering", True),
        (Reply(status=413), FailureKind.BAD_REQUEST, "refused the request", False),
        (
            Reply(status=400, error={"message": "prompt is too long: 9 tokens > 8 maximum"}),
            FailureKind.TOO_LONG,
            "longer than openai/some-model can read",
            False,
        ),
        (
            Reply(status=400, error={"message": "content_policy_violation: no"}),
            FailureKind.REFUSED,
            "content policy",
            False,
        ),
        (Reply(reset=True), FailureKind.UNREACHABLE, "the connection broke", True),
        (Reply("x" * 2000, cut=True), FailureKind.UNREACHABLE, "the connection broke", True),
    ],
)
def test_each_failure_of_the_server_is_told_with_its_mend(
    reply: Reply, kind: FailureKind, told: str, transient: bool
) -> None:
    error = failure(reply)

    assert (error.kind, error.transient) == (kind, transient)
    assert told in str(error)


def test_a_server_that_does_not_answer_in_time_is_left() -> None:
    error = failure(Reply(delay=30), timeout=0.5)

    assert error.kind is FailureKind.TIMEOUT
    assert "did not answer within 0.5 seconds" in str(error)


def test_a_port_where_nothing_listens_is_told_as_such() -> None:
    with LoopbackServer() as server:
        closed = server.api_base
    error = failure(api_base=closed)

    assert error.kind is FailureKind.UNREACHABLE
    assert "127.0.0.1 could not be reached: nothing listens there" in str(error)


def test_a_host_without_an_address_is_told_as_such() -> None:
    error = failure(api_base="http://no-such-host.invalid/v1")

    assert "no-such-host.invalid could not be reached: its name is not known here" in str(error)


@pytest.mark.usefixtures("no_keys")
@pytest.mark.parametrize(
    ("model", "variable"),
    [
        ("gpt-4o", "OPENAI_API_KEY"),
        ("anthropic/claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        ("gemini/gemini-2.5-pro", "GEMINI_API_KEY"),
    ],
)
def test_a_key_that_is_not_there_is_asked_for_by_its_variables_name(
    model: str, variable: str
) -> None:
    error = failure(model=model, key=None, api_base=None)

    assert error.kind is FailureKind.NO_KEY
    assert variable in str(error)


@pytest.mark.usefixtures("no_keys")
@pytest.mark.parametrize("key", [None, NO_KEY])
def test_a_server_that_wants_a_key_where_none_was_given_says_that_one_is_missing(
    key: str | None,
) -> None:
    error = failure(Reply(status=401), key=key)

    assert error.kind is FailureKind.NO_KEY
    assert "There is no API key for openai/some-model. Set it in the environment" in str(error)


def test_a_name_without_a_provider_is_explained() -> None:
    error = failure(model="some-model", api_base=None)

    assert error.kind is FailureKind.UNKNOWN_MODEL
    assert "Write provider/model" in str(error)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("0.5", 0.5), ("-3", 0.0), ("soon", None), ("nan", None)],
)
def test_the_wait_that_a_server_asks_for_is_passed_on(header: str, seconds: float | None) -> None:
    assert failure(Reply(status=429, headers={"Retry-After": header})).retry_after == seconds


def test_the_wait_may_be_a_date() -> None:
    past = failure(Reply(status=429, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}))
    future = failure(Reply(status=429, headers={"Retry-After": "Fri, 21 Oct 2199 07:28:00 GMT"}))

    assert past.retry_after == 0
    assert future.retry_after is not None
    assert future.retry_after > 1e9


@pytest.mark.parametrize(
    ("message", "kind", "told"),
    [
        (
            "No module named 'google.auth'\nTraceback (most recent call last):\n  secrets",
            FailureKind.NOT_INSTALLED,
            "needs the Python package “google.auth”",
        ),
        ("Something odd\nTraceback (most recent call last):", FailureKind.SERVER, "Something odd"),
    ],
)
def test_what_went_wrong_on_this_side_is_told_without_its_traceback(
    message: str, kind: FailureKind, told: str
) -> None:
    error = explained(
        openai.OpenAIError(message),
        model=MODEL,
        address="the server",
        timeout=1,
        redact=Redactor([]),
    )

    assert error.kind is kind
    assert told in str(error)
    assert "Traceback" not in f"{error} {error.detail}"


def test_the_clients_own_timeout_is_a_timeout_too() -> None:
    cause = openai.APITimeoutError(request=None)  # type: ignore[arg-type]  # nobody looks at it
    error = explained(cause, model=MODEL, address="the server", timeout=2, redact=Redactor([]))

    assert error.kind is FailureKind.TIMEOUT


# Keys

LEAKS = [
    Reply(status=401, error={"message": f"Incorrect API key provided: {CANARY}"}),
    Reply(status=400, error={"message": f"{CANARY} may not"}),
    Reply(status=500, error={"message": f"{'x' * 280} {CANARY}"}),
    Reply(status=429, error={"message": f"slow down, {CANARY}"}),
    Reply(status=404, error={"message": f"no such model for {CANARY}"}),
    Reply(f"no JSON, but {CANARY}"),
    Reply(judgement_text((0,)).replace("reason 0", CANARY), finish_reason="length"),
    Reply(message={"role": "assistant", "content": None, "refusal": f"not with {CANARY}"}),
    Reply(reset=True),
]


@pytest.mark.parametrize("reply", LEAKS)
def test_a_key_is_in_no_error_however_it_comes_back(
    reply: Reply, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    error = failure(reply)
    chained = "".join(traceback.format_exception(error))
    printed = capfd.readouterr()

    assert error.__context__ is None
    assert error.__cause__ is None
    for place in (
        str(error),
        repr(error),
        error.detail,
        str(error.raw_reply),
        chained,
        caplog.text,
        printed.out,
        printed.err,
    ):
        assert "canary" not in place


def test_a_key_is_in_no_judgement_and_no_log_of_a_success(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with LoopbackServer(Reply(judgement_text((0,)).replace("reason 0", CANARY))) as server:
        judge = LLMJudge(MODEL, api_key=CANARY, api_base=server.api_base)
        judgement = judge.judge(CASE)
    printed = capfd.readouterr()

    assert CANARY in server.requests[0].headers["authorization"]
    assert STRUCK in judgement.verdicts[0].reasoning
    for place in (repr(judgement), repr(judge), caplog.text, printed.out, printed.err):
        assert "canary" not in place


def test_keys_of_the_environment_and_of_headers_are_struck_out_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOME_VENDOR_API_KEY", "vendor-secret-of-this-host")
    monkeypatch.setenv("CACHE_KEY", "context")
    parameters = {"extra_headers": {"X-Api-Key": "header-secret", "X-Team": "search-team"}}
    redact = Redactor(
        secrets_in("key-secret", "http://user:base-secret@host/v1?token=query-secret", parameters)
    )

    text = (
        "vendor-secret-of-this-host header-secret key-secret base-secret query-secret "
        "search-team context"
    )
    assert redact(text) == f"{' '.join([STRUCK] * 5)} search-team context"


@pytest.mark.parametrize(
    "parameters",
    [
        {"extra_headers": {"X-Auth": "canary-1"}},
        {"extra_headers": {"X-Api-Pass": "canary-1"}},
        {"fallback_keys": ["canary-1", "other"]},
        {"extra_body": [{"pwd": "canary-1"}]},
        {"extra_body": {"signature": ("x", "canary-1")}},
        {"proxies": ["http://user:canary-1@host"]},
    ],
)
def test_a_secret_is_found_by_its_name_wherever_it_stands(parameters: dict[str, object]) -> None:
    redact = Redactor(secrets_in(None, None, parameters))

    assert "canary" not in redact("the server says: canary-1")
    assert "canary" not in str(without_secrets(parameters))


def test_a_key_is_struck_out_in_the_spelling_of_urls_and_json() -> None:
    redact = Redactor(['a/b+c"d\\e'])

    assert redact("a%2Fb%2Bc%22d%5Ce") == STRUCK
    assert redact('a/b+c\\"d\\\\e') == STRUCK


def test_the_scheme_of_an_authorisation_does_not_hide_its_key() -> None:
    redact = Redactor(secrets_in(None, None, {"headers": {"Authorization": "Bearer token-123"}}))

    assert "token-123" not in redact("the token token-123")


def test_words_shorter_than_any_key_stay() -> None:
    assert Redactor(["none"])("none of it") == "none of it"


def test_a_process_that_asks_a_model_writes_nothing_and_asks_nobody_else() -> None:
    script = """
import socket, sys
from scoring.judges.llm import LLMJudge
from scoring.model import Case, Context
from tests.loopback_server import LoopbackServer

resolve = socket.getaddrinfo
def only_here(host, *rest, **named):
    if host not in ("127.0.0.1", "localhost", None):
        sys.exit(f"asked for {host}")
    return resolve(host, *rest, **named)
socket.getaddrinfo = only_here
with LoopbackServer() as server:
    judge = LLMJudge("openai/x", api_key="sk-canary-1", api_base=server.api_base)
    judge.judge(Case("1", "What?", (Context("x"),), "y"))
"""
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=root)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
