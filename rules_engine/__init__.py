"""Text to abilities (tokens, units, slots) and the checks that find the faults of a card text."""
