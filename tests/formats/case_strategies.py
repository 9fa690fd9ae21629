"""Arbitrary cases, with any text that JSON can hold."""

import re

from hypothesis import strategies as st

from scoring.model import (
    Case,
    Context,
    JsonValue,
    Judgement,
    Overrides,
    Provenance,
    RelevanceLevel,
    Verdict,
)

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")

# Hypothesis leaves surrogates out by default; a pair of them is one character to JSON.
texts = st.text(st.characters(codec=None, exclude_categories=())).filter(
    lambda text: not _PAIR.search(text)
)
numbers = st.floats(allow_nan=False, allow_infinity=False)
counts = st.integers(0, 10**9)
levels = st.sampled_from(RelevanceLevel)
json_values: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
contexts = st.builds(
    Context, texts, st.none() | texts, st.none() | texts, st.none() | numbers
) | st.builds(Context, texts)
provenances = st.builds(
    Provenance,
    judge=texts,
    model=st.none() | texts,
    prompt_version=st.none() | texts,
    attempt=counts,
    input_tokens=st.none() | counts,
    output_tokens=st.none() | counts,
    cost=st.none() | numbers,
    seconds=st.none() | numbers,
    raw_reply=st.none() | texts,
    notes=st.lists(texts, max_size=2).map(tuple),
)
overrides = st.builds(
    Overrides,
    st.dictionaries(st.integers(0, 5), levels, max_size=3),
    st.dictionaries(st.integers(0, 5), st.booleans(), max_size=3),
    st.lists(texts, max_size=2).map(tuple),
    st.lists(texts, max_size=2).map(tuple),
    st.dictionaries(texts, st.booleans(), max_size=2),
)


def judgements(context_count: int) -> st.SearchStrategy[Judgement]:
    """Judgements of so many contexts, partial ones among them."""
    indexes = st.sets(st.integers(0, context_count - 1)) if context_count else st.just(set[int]())
    return st.builds(
        Judgement,
        st.just(context_count),
        indexes.flatmap(
            lambda chosen: st.tuples(
                *(
                    st.builds(Verdict, st.just(index), levels, st.booleans(), texts)
                    for index in sorted(chosen)
                )
            )
        ),
        st.lists(texts, max_size=3).map(tuple),
        texts,
        st.none() | provenances,
    )


_known = {"id", "query", "contexts", "response", "configuration", "metadata", "judgement"}
_known |= {"overrides", "run_id", "relevance", "keywords", "signature", "repeats"}
_names_of_other_tools = st.sampled_from(
    [
        *("user_input", "retrieved_contexts", "question", "answer", "ground_truth", "reference"),
        *("input", "output", "actual_output", "retrieval_context", "expected_output", "testCases"),
        *("record_id", "Context Relevance", "Context Relevance_calls", "app_id", "trace_id"),
        *("openinference.span.kind", "input.value", "context.span_id", "context.trace_id"),
        *("attributes.retrieval.documents", "retrieval.documents.0.document.content"),
        *("document", "document_position", "example_id", "repetition_number", "annotations"),
        *("expectedOutput", "sourceTraceId", "datasetId", "sessionId", "userId", "version"),
        *("evalId", "results", "vars", "testIdx", "promptIdx", "success", "score", "prompt"),
        *("run_type", "inputs", "outputs", "dotted_order", "parent_run_id", "session_id"),
        *("scorerId", "runId", "analyzeStepResult", "entityId", "scorer", "qid", "docid", "rel"),
        *("written_by", "exact", "extra", "rank", "Status", "tag", "type", "name", "documents"),
    ]
)
_other_names = _names_of_other_tools | texts.filter(lambda name: name not in _known)
_values_of_other_tools: st.SearchStrategy[JsonValue] = st.sampled_from(
    [
        ["other"],
        [{"args": {"context": "other"}, "ret": 0.5}],
        {"query": "other", "contexts": ["other"]},
        "RETRIEVER",
    ]
)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Cases with everything that a line can hold."""
    found = draw(st.lists(contexts, max_size=4))
    return Case(
        id=draw(texts),
        query=draw(texts),
        contexts=tuple(found),
        response=draw(texts),
        configuration=draw(st.none() | texts),
        metadata=draw(st.dictionaries(texts, json_values, max_size=3)),
        judgement=draw(st.none() | judgements(len(found))),
        overrides=draw(overrides),
        extra=draw(st.dictionaries(_other_names, json_values | _values_of_other_tools, max_size=4)),
    )
