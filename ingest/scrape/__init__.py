"""Fetching and keeping pages politely, completely and repeatably; nothing here reads a card out of a page.

Order of reading: site (what is declared), fetch (bytes of one address), links (where a page leads), store (what is
kept), crawl (the run), reading (what the parsers make of the kept bytes), session (all of it as one call).
"""
