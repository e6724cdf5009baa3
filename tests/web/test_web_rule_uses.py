"""From an article of the battle rules to the page that computes it, and nothing beside other articles."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import Any

from db.connect import open_database
from db.rules import list_rule_documents
from pipeline.duel import load_edition
from pipeline.rule_uses import find_rule_uses
from web.server import make_datasette


def test_every_article_that_the_engine_cites_leads_to_its_functions(sample_database: Path) -> None:
    with closing(open_database(sample_database)) as connection:
        edition = load_edition(connection)
        uses = find_rule_uses(connection, edition.name)
        assert {citation.address for citation in edition.citations} <= set(uses)
        assert all(use.functions for article in uses.values() for use in article)
        assert {use.on_board for article in uses.values() for use in article} == {True, False}
        others = [document.id for document in list_rule_documents(connection) if document.id != edition.name]
        assert all(not find_rule_uses(connection, document) for document in others)


async def test_the_rules_page_offers_to_compute_what_an_article_settles(sample_database: Path) -> None:
    with closing(open_database(sample_database)) as connection:
        edition = load_edition(connection)
    served: Any = make_datasette(sample_database)
    try:
        text = (await served.client.get(f"/rules/{edition.name}")).text
        targets = set(re.findall(r'<ul class="rule-uses quiet">.*?href="([^"]+)"', text, re.DOTALL))
        assert targets == {"/duel", "/defenders"}
        for target in targets:
            assert (await served.client.get(target)).status_code == 200
    finally:
        served.executor.shutdown()
        for one in served.databases.values():
            one.close()
