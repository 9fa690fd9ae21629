"""What all tests share: property tests judge results, never how long a busy machine took."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
