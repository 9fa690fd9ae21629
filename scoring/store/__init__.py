"""Judgements, saved sessions and mappings, kept in SQLite or PostgreSQL."""

from scoring.store.judgements import JudgementStore
from scoring.store.mappings import MappingStore
from scoring.store.sessions import SessionStore

__all__ = ["JudgementStore", "MappingStore", "SessionStore"]
