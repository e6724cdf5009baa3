"""The table of contents: read, merge, link, parse, check, index, publish; and the same for one text."""
