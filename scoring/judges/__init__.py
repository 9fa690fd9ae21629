"""Judges: what reads a case and says how relevant each context is, what was used and what lacks.

Every judge is made by `scoring.judges.registry.make_judge` and has one method, `judge(case)`.
"""
