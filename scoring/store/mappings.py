"""Mappings that people asked to keep, each for files of one shape."""

import time

import sqlalchemy as sql

from scoring.store.database import Database
from scoring.store.explained import explained
from scoring.store.schema import mappings


class MappingStore(Database):
    """Mappings by the fingerprint of the files that they are for.

    A mapping names fields and holds none of their texts; it is found by whoever has a file with the
    same fields, and cannot be listed.
    """

    def save(self, shape: str, mapping: str) -> None:
        """Keep a mapping, in place of an earlier one for the same shape.

        Args:
            shape: The fingerprint of the files that it is for.
            mapping: Its JSON, in ASCII: not every database takes every character.

        Raises:
            StoreError: The store cannot be written.
        """
        row = {"shape": shape, "saved_at": time.time(), "mapping": mapping}
        with explained("written"), self._engine.begin() as connection:
            connection.execute(mappings.delete().where(mappings.c.shape == shape))
            connection.execute(mappings.insert().values(row))

    def find(self, shape: str) -> str | None:
        """The mapping's JSON for files of a shape; `None` where there is none.

        Raises:
            StoreError: The store cannot be read.
        """
        wanted = sql.select(mappings.c.mapping).where(mappings.c.shape == shape)
        with explained("read"), self._engine.connect() as connection:
            found = connection.execute(wanted).scalar_one_or_none()
        return None if found is None else str(found)

    def delete(self, shape: str) -> None:
        """Delete the mapping for files of a shape.

        Raises:
            StoreError: The store cannot be written.
        """
        with explained("written"), self._engine.begin() as connection:
            connection.execute(mappings.delete().where(mappings.c.shape == shape))
