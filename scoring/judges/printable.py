"""Text that every encoder takes."""


def printable(text: str) -> str:
    """The text with a question mark for each lone surrogate, all positions as they were.

    JSON's escapes can make lone surrogates, and no UTF-8 can hold them: tokenizers, servers and
    files refuse them.
    """
    return text.encode("utf-8", "replace").decode("utf-8")
