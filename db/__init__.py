"""The SQLite file: published atomically from validated rows, indexed for search, read by named queries."""
