"""One small file of each peer, to be damaged."""

from typing import Any

SAMPLES: dict[str, list[dict[str, Any]]] = {
    "mastra": [
        {
            "runId": "r1",
            "scorerId": "context-relevance-scorer",
            "entityId": "agent",
            "input": {
                "inputMessages": [
                    {
                        "role": "user",
                        "content": {"format": 2, "parts": [{"type": "text", "text": "Fee?"}]},
                    }
                ]
            },
            "output": [{"role": "assistant", "content": "5"}],
            "score": 0.7,
            "reason": "ok",
            "analyzePrompt": "Context pieces:\n[0] Fee is 5\n[1] Fine is 60\n\nFor each",
            "analyzeStepResult": {
                "evaluations": [
                    {
                        "context_index": 0,
                        "contextPiece": "Fee is 5",
                        "relevanceLevel": "high",
                        "wasUsed": True,
                        "reasoning": "so",
                    }
                ],
                "missingContext": ["the year"],
                "overallAssessment": "fine",
            },
            "judge": {
                "analyze": {"executions": [{"judgeModelId": "m", "usage": {"inputTokens": 3}}]}
            },
            "metadata": {"scorescope": {"caseId": "c1"}, "page": 3},
        },
        {
            "runId": "r1",
            "scorerId": "keyword-coverage-scorer",
            "input": "Fee?",
            "output": "5",
            "score": 0.5,
            "preprocessStepResult": {"referenceKeywords": {}},
            "groundTruth": "5",
        },
    ],
    "ragas": [
        {
            "user_input": "Fee?",
            "retrieved_contexts": ["Fee is 5", "Fine is 60"],
            "retrieved_context_ids": ["a", 2],
            "response": "5",
            "reference": "5",
            "faithfulness": 0.5,
        }
    ],
    "deepeval": [
        {
            "testCases": [
                {
                    "name": "n",
                    "input": "Fee?",
                    "actualOutput": "5",
                    "expectedOutput": "5",
                    "retrievalContext": ["Fee is 5", {"context": "Fine is 60", "source": "s"}],
                    "metricsData": [{"name": "M", "score": 0.5}],
                }
            ]
        }
    ],
    "trulens": [
        {
            "record_id": "r1",
            "app_name": "a",
            "app_version": "b",
            "input": "Fee?",
            "output": "5",
            "Relevance": 0.5,
            "Relevance_calls": [{"args": {"question": "Fee?", "context": "Fee is 5"}, "ret": 0.5}],
        }
    ],
    "phoenix": [
        {
            "openinference.span.kind": "RETRIEVER",
            "context.trace_id": "t",
            "context.span_id": "s",
            "input.value": "Fee?",
            "retrieval.documents.0.document.content": "Fee is 5",
            "retrieval.documents.0.document.score": 0.8,
            "retrieval.documents.0.document.metadata": '{"source": "x"}',
        },
        {
            "context": {"trace_id": "t", "span_id": "p"},
            "span_kind": "CHAIN",
            "attributes": {"output": {"value": '{"answer": "5"}', "mime_type": "application/json"}},
            "annotations": [{"name": "a", "score": 1}],
        },
    ],
    "phoenix_documents": [
        {
            "context.span_id": "s",
            "document_position": 0,
            "input": "Fee?",
            "document": "Fee is 5",
            "document_score": 0.5,
            "document_metadata": {"source": "x"},
        }
    ],
    "phoenix_experiment": [
        {
            "example_id": "e",
            "repetition_number": 2,
            "input": {"question": "Fee?"},
            "output": {"answer": "5", "contexts": ["Fee is 5"]},
            "annotations": [{"name": "a", "label": "good"}],
            "annotation_b_score": 1,
        }
    ],
    "langfuse": [
        {
            "id": "t",
            "input": {"query": "Fee?"},
            "output": {"messages": [{"role": "assistant", "content": "5"}]},
            "metadata": {"contexts": [{"content": "Fee is 5", "score": 0.5}]},
            "sessionId": "s",
            "userId": "u",
            "relevance": [0.7],
        }
    ],
    "promptfoo": [
        {
            "evalId": "e",
            "results": {
                "results": [
                    {
                        "testIdx": 0,
                        "promptIdx": 0,
                        "provider": {"id": "p"},
                        "vars": {"query": "Fee?", "context": ["Fee is 5"]},
                        "response": {"output": "5"},
                        "score": 1,
                        "namedScores": {"a": 1},
                        "gradingResult": {
                            "componentResults": [
                                {
                                    "score": 1,
                                    "assertion": {"type": "human"},
                                    "metadata": {"context": "c"},
                                }
                            ]
                        },
                    }
                ]
            },
        }
    ],
    "promptfoo_table": [
        {
            "query": "Fee?",
            "context": ["Fee is 5"],
            "[p] label": "5",
            "Status": "PASS",
            "Score": "1",
            "Named Scores": {"a": 1},
            "Metric: m": "1",
        }
    ],
    "langsmith": [
        {
            "id": "r1",
            "trace_id": "r1",
            "run_type": "chain",
            "inputs": {"messages": [[{"type": "human", "content": "Fee?"}]]},
            "outputs": {"answer": "5"},
            "feedback_stats": {"a": {"avg": 1}},
            "child_runs": [
                {
                    "id": "r2",
                    "run_type": "retriever",
                    "inputs": {"query": "Fee?"},
                    "outputs": {
                        "output": [{"page_content": "Fee is 5", "metadata": {"source": "x"}}]
                    },
                }
            ],
        }
    ],
    "trec": [{"qid": "q1", "docid": "d7", "rank": 1, "score": 12.5, "tag": "t"}],
}
