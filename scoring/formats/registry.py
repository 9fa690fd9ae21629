"""The file formats that can be read, by name, and the one way in."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from scoring.errors import FormatError
from scoring.formats.issues import Cases
from scoring.formats.native import read_native

FORMATS: Final[Mapping[str, Callable[[bytes | str], Cases]]] = MappingProxyType(
    {"native": read_native}
)
"""Format name -> its reader, which takes the content of a file or text."""


def read_cases(
    source: Path | bytes | str,
    format: str | None = None,  # noqa: A002 - the word that every caller expects here
) -> Cases:
    """Read cases from a file, whatever is wrong in it named and the rest read.

    Args:
        source: The file's path, or its content as bytes or text. A string is always content.
        format: A name in `FORMATS`; `None` for the tool's own format.

    Returns:
        The cases in the file's order, and the issues.

    Raises:
        FormatError: The file cannot be opened, the format is unknown, or its text is UTF-16.
    """
    name = "native" if format is None else format
    if name not in FORMATS:
        raise FormatError(f"there is no format {name!r}; there is {', '.join(FORMATS)}")
    return FORMATS[name](_content(source) if isinstance(source, Path) else source)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FormatError(f"cannot read {path}: {error.strerror}") from None
