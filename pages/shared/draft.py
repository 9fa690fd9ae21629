"""A case being written: its context blocks, in order. Pure: the typed text lives in the widgets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scoring.model import Case, Context, Overrides


@dataclass(frozen=True, slots=True)
class Block:
    """One context being written.

    Attributes:
        id: Names the block's text box for as long as the draft lives.
        context: What the block started as; its source and retrieval score stay with it.
        origin: The context's position in the case that is being edited, `None` for a new one.
    """

    id: int
    context: Context
    origin: int | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """The blocks of a case being written.

    Attributes:
        blocks: In the order in which their contexts will stand.
        next_id: The id of the next block; ids are never used twice.
        case: The case that is being edited; a bare one for a case written from nothing.
    """

    blocks: tuple[Block, ...]
    next_id: int
    case: Case

    @classmethod
    def of(cls, case: Case) -> "Draft":
        """A draft to edit `case`."""
        blocks = tuple(
            Block(position, context, position) for position, context in enumerate(case.contexts)
        )
        return cls(blocks, len(blocks), case)

    def added(self, contexts: Iterable[Context]) -> "Draft":
        """More blocks at the end."""
        new = tuple(
            Block(block_id, context) for block_id, context in enumerate(contexts, self.next_id)
        )
        return replace(self, blocks=self.blocks + new, next_id=self.next_id + len(new))

    def without(self, block_ids: Iterable[int]) -> "Draft":
        """The draft less some blocks."""
        gone = set(block_ids)
        return replace(self, blocks=tuple(block for block in self.blocks if block.id not in gone))

    def moved(self, block_id: int, step: int) -> "Draft":
        """A block `step` places further down (or up, below 0), as far as there are places."""
        blocks = list(self.blocks)
        old = next(place for place, block in enumerate(blocks) if block.id == block_id)
        block = blocks.pop(old)
        blocks.insert(min(max(old + step, 0), len(blocks)), block)
        return replace(self, blocks=tuple(blocks))

    def written(
        self, query: str, texts: Mapping[int, str], response: str
    ) -> tuple[Case, tuple[int | None, ...]]:
        """The case as written, and where each of its contexts came from.

        A block that was left blank is no context.

        Args:
            query: The query as typed.
            texts: Block id -> the text as typed.
            response: The response as typed.
        """
        kept = [block for block in self.blocks if texts[block.id].strip()]
        contexts = tuple(replace(block.context, text=texts[block.id]) for block in kept)
        case = replace(
            self.case,
            query=query,
            contexts=contexts,
            response=response,
            judgement=None,
            overrides=Overrides(),
        )
        return case, tuple(block.origin for block in kept)
