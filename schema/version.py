"""What marks a published file as ours, and how it numbers: apart from the tables, which take a second to load."""

from __future__ import annotations

# Raised whenever a table or column changes; a program reads only files of its own version.
SCHEMA_VERSION = 4
# «BRSK» in ASCII: tells our file from any other SQLite file.
APPLICATION_ID = 0x4252534B
# The number of an ability is its card's rowid times this and its ordinal; no text holds so many abilities.
PLACES_A_CARD = 1_000_000
