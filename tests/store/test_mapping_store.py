"""Mappings that are kept: one for a shape, gone when it is deleted."""

from scoring.store import MappingStore

SHAPE = "3f" * 32
MAPPING = '{"query": {"column": "\\u8cea\\u554f"}}'


def test_a_mapping_is_found_by_its_shape_until_it_is_deleted(store_url: str) -> None:
    with MappingStore(store_url) as store:
        assert store.find(SHAPE) is None
        store.save(SHAPE, MAPPING)
        assert store.find("3e" * 32) is None
    with MappingStore(store_url) as again:
        assert again.find(SHAPE) == MAPPING
        again.save(SHAPE, "{}")
        assert again.find(SHAPE) == "{}"
        again.delete(SHAPE)
        again.delete(SHAPE)
        assert again.find(SHAPE) is None
