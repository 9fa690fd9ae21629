"""The one family of expected failures. Anything else that is raised is a bug."""


class ScoringError(Exception):
    """Root of every failure that a caller can expect and show to a person as it stands."""


class InvalidValueError(ScoringError, ValueError):
    """A value outside its documented range: a negative penalty, a verdict without a context."""


class JudgeError(ScoringError):
    """The judge could not be reached, or what it replied could not be understood.

    Attributes:
        raw_reply: The judge's reply as it came, when there was one; kept for inspection.
    """

    def __init__(self, message: str, raw_reply: str | None = None) -> None:
        super().__init__(message)
        self.raw_reply = raw_reply


class FormatError(ScoringError):
    """A file, a line of it, or a value in it that cannot be read as what it should be."""


class ExtractionError(ScoringError):
    """A context extractor that is missing, malformed, or returned something that is not text."""


class StoreError(ScoringError):
    """A store cannot be opened, read or written."""
