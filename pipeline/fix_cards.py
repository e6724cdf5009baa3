"""Sources to entries of corrections.toml: the texts of all cards fixed, the sources themselves never touched.

Cards are read, merged and corrected as a build does it; a text is fixed by pipeline.fixes against the checks of
that build. Since a mended text may change what its neighbours are held against, all are looked at again until
nothing is left to mend: a second run then has nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.accepted import Acceptance, accept, load_acceptances
from pipeline.assembly import assemble
from pipeline.check import DiscardedRows, check_text, owner_of, split_lines
from pipeline.corrections_file import NewEntry, entry_of, read_written, save_entries
from pipeline.explain import explain, text_card
from pipeline.fixes import FixedText, FixPolicy, fix_text
from pipeline.merge import MergedCard
from pipeline.options import BuildOptions, Progress, silent
from rules_engine.corpus import Corpus, learn
from rules_links.glossary import Glossary
from schema.errors import StoreError
from schema.results import Finding

# The texts settle after the second pass; what has not settled then would never.
MAX_PASSES = 5
# Each further try means that another program has written the file since the last.
MAX_TRIES = 10


@dataclass(frozen=True, slots=True)
class FixedOwner:
    """A card (or a line of standard input) whose text was fixed, or whose fixes were refused."""

    owner: str
    fixed: FixedText


@dataclass(frozen=True, slots=True)
class FixReport:
    """What fixing would write: entries in their order, the texts they change, the fixes that were refused."""

    texts: tuple[FixedOwner, ...]
    entries: tuple[NewEntry, ...] = ()

    @property
    def changed(self) -> tuple[FixedOwner, ...]:
        """The texts that are no longer what they were."""
        return tuple(text for text in self.texts if text.fixed.before != text.fixed.after)

    @property
    def steps(self) -> int:
        """How many fixes were made."""
        return sum(len(text.fixed.steps) for text in self.texts)

    @property
    def refused(self) -> tuple[tuple[str, Finding], ...]:
        """The owner and the finding of each fix that would have brought a new alarm."""
        return tuple((text.owner, finding) for text in self.texts for finding in text.fixed.refused)


def fix_sources(
    sources: Sequence[Path], policy: FixPolicy, options: BuildOptions | None = None, progress: Progress = silent
) -> FixReport:
    """Return the fixes of all cards of `sources`; nothing is written.

    The file of corrections among `options` is applied first, so that the entries may stand after its own.
    Raises SourceError when nothing could be read, or a file of the options is wrong.
    """
    options = options or BuildOptions()
    assembly = assemble(sources, DiscardedRows(), options, progress)
    wanted = {card_id for card_id, _, finding in assembly.findings if card_id and policy.allows(finding)}
    acceptances = load_acceptances(options.accepted) if options.accepted else ()
    cards = {card.id: card for card in assembly.cards}
    fixed: dict[str, FixedText] = {}
    entries: list[NewEntry] = []
    for _ in range(MAX_PASSES):
        corpus = learn(text_card(card.id, card.record, card.release.id) for card in cards.values())
        settled = True
        for card_id in progress("Правка текстов", [key for key in cards if key in wanted]):
            check = _checker(cards[card_id], assembly.glossary, corpus, acceptances)
            result = fix_text(cards[card_id].record.text or "", check, policy)
            if not (result.steps or result.refused):
                continue
            entries += [entry_of(card_id, "text", step) for step in result.steps]
            fixed[card_id] = _joined(fixed.get(card_id), result)
            settled = settled and not result.steps
            cards[card_id] = _with_text(cards[card_id], result.after)
        if settled:
            break
        wanted = set(cards)
    owners = [FixedOwner(owner_of(key, card.record.name, None, None), fixed[key]) for key, card in _those(cards, fixed)]
    return FixReport(tuple(owners), tuple(entries))


def write_fixes(
    sources: Sequence[Path], policy: FixPolicy, target: Path, options: BuildOptions, progress: Progress = silent
) -> FixReport:
    """Append the fixes of all cards of `sources` to the file of corrections `target`, and return them.

    What another program wrote there meanwhile is read first, so that no entry is written twice or on a text that is
    no more. Raises as `fix_sources` and `save_entries` do, and StoreError where the file never rests.
    """
    for _ in range(MAX_TRIES):
        content = read_written(target)
        corrections = target if target.exists() else None
        report = fix_sources(sources, policy, replace(options, corrections=corrections), progress)
        if save_entries(target, report.entries, content):
            return report
    raise StoreError("файл исправлений всё время меняется", where=str(target), hint="Повторите, когда он готов")


def _those(cards: dict[str, MergedCard], fixed: dict[str, FixedText]) -> list[tuple[str, MergedCard]]:
    return [(key, card) for key, card in cards.items() if key in fixed]


def _with_text(card: MergedCard, text: str) -> MergedCard:
    return replace(card, record=replace(card.record, text=text or None))


def _joined(first: FixedText | None, second: FixedText) -> FixedText:
    """Return two passes over one text as one; what counts as left and refused is what the later one says."""
    return second if first is None else replace(second, before=first.before, steps=(*first.steps, *second.steps))


def _checker(
    card: MergedCard, glossary: Glossary, corpus: Corpus, acceptances: Sequence[Acceptance]
) -> Callable[[str], tuple[Finding, ...]]:
    """Return what checks a text as the card's own, without what is accepted of it."""
    own = [entry for entry in acceptances if entry.card == card.id]

    def check(text: str) -> tuple[Finding, ...]:
        record = _with_text(card, text).record
        found = explain(text_card(card.id, record, card.release.id), glossary, record, corpus).findings
        return tuple(accept(own, found, lambda finding: (card.id, None, finding)).kept)

    return check


def fix_lines(text: str, policy: FixPolicy) -> tuple[str, FixReport]:
    """Return `text` with each line fixed as a card's text by itself, and what was done; line ends stay."""
    fixed = [fix_text(line, check_text, policy) for line in split_lines(text)]
    lines = [
        result.after + ("\r" if line.endswith("\r") else "")
        for line, result in zip(text.removesuffix("\n").split("\n"), fixed, strict=True)
    ]
    owners = [FixedOwner(f"-:{number}", result) for number, result in enumerate(fixed, 1)]
    report = FixReport(tuple(owner for owner in owners if owner.fixed.steps or owner.fixed.refused))
    return "\n".join(lines) + ("\n" if text.endswith("\n") else ""), report
