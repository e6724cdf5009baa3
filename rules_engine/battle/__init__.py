"""The rules of the strike as data and arithmetic; the public entries are rules_engine.combat and rules_engine.board."""
