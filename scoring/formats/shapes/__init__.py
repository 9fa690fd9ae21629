"""The shapes that other tools give their cases, one module each.

`SHAPES` in `scoring.formats.registry` lists them.
"""

from scoring.formats.shapes.protocol import Shape, Sureness

__all__ = ["Shape", "Sureness"]
