"""What every view hands over: the figure, its words and its numbers."""

from dataclasses import dataclass

import plotly.graph_objects as go

from scoring.tables import Table


@dataclass(frozen=True, slots=True)
class View:
    """One view of a result, for eyes, for ears and for the calculator.

    Attributes:
        figure: The Plotly figure; its height is set, its width and text colour are the page's.
        alt: What the figure shows, in sentences, with the numbers: for a screen reader. Plain text.
        table: The same numbers, to stand beside the figure.
    """

    figure: go.Figure
    alt: str
    table: Table
