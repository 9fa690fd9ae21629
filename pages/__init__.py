"""The dashboard: one file a page, what they share in `shared`."""
