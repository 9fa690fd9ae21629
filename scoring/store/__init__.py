"""Judgements and saved sessions, kept in SQLite or PostgreSQL."""

from scoring.store.judgements import JudgementStore
from scoring.store.sessions import SessionStore

__all__ = ["JudgementStore", "SessionStore"]
