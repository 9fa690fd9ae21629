"""The embedded judge: no key, no network, a small model that comes with the installation."""

from scoring.judges.embedded.grading import AGREEMENT, Agreement
from scoring.judges.embedded.judge import EmbeddedJudge

__all__ = ["AGREEMENT", "Agreement", "EmbeddedJudge"]
