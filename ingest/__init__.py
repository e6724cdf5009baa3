"""Bytes in, records out: one module a source format; `scrape/` fetches bytes politely and parses nothing."""
