"""What marks a published file as ours, and of which version: apart from the tables, which take a second to load."""

from __future__ import annotations

# Raised whenever a table or column changes; a program reads only files of its own version.
SCHEMA_VERSION = 3
# «BRSK» in ASCII: tells our file from any other SQLite file.
APPLICATION_ID = 0x4252534B
