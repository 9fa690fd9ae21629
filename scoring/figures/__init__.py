"""Results to Plotly figures, one module a view; the only package here that imports Plotly.

Each view is a function from a result to a `View`: the figure, a sentence for those who cannot see
it, and the table of its numbers. Where a result has nothing to draw (no score, no missing item, no
keyword, no context) the function returns `None`, and the page says why in words.

Text of people and models is made inert on its way into a figure; `alt` and tables hold it as it
came.
"""

from scoring.figures.contexts import context_levels
from scoring.figures.keywords import keyword_matches
from scoring.figures.missing import missing_items
from scoring.figures.view import View
from scoring.figures.waterfall import penalty_waterfall

__all__ = ["View", "context_levels", "keyword_matches", "missing_items", "penalty_waterfall"]
