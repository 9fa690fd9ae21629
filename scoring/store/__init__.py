"""Judgements, kept in SQLite or PostgreSQL."""

from scoring.store.judgements import JudgementStore

__all__ = ["JudgementStore"]
