"""What every shape is: a way to find cases in rows, known by the names that a tool gives them."""

from enum import IntEnum
from typing import Protocol

from scoring.formats.issues import Cases
from scoring.formats.records import Records


class Sureness(IntEnum):
    """How sure a shape is that rows are its own. The surest shape reads; of equals, the first."""

    NO = 0
    """Something that the shape cannot do without is not there."""
    POSSIBLE = 1
    """Everything needed is there, under names that many tools share."""
    LIKELY = 2
    """The names together are this tool's, though another could have written them."""
    CERTAIN = 3
    """There is a mark that no other tool writes."""


class Shape(Protocol):
    """Reads the rows of one tool."""

    @property
    def name(self) -> str:
        """What a caller asks for it by: lower case, one word, such as "ragas"."""
        ...

    @property
    def title(self) -> str:
        """What a person calls it, such as "Ragas"."""
        ...

    def recognises(self, records: Records) -> Sureness:
        """Say how sure it is, from the columns and a few rows; quick whatever their number."""
        ...

    def read(self, records: Records) -> Cases:
        """Read the cases; what is wrong with a row is an issue, and the other rows are read.

        The issues that the records came with are part of the result.
        """
        ...
