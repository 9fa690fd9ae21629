"""Judgements, kept in SQLite or PostgreSQL under a digest of what they are an answer to."""

from scoring.store.judgements import JudgementStore
from scoring.store.keys import judgement_key

__all__ = ["JudgementStore", "judgement_key"]
