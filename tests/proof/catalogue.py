"""The parts of the proof, in the order in which they are run and reported."""

from tests.proof import (
    proof_addresses,
    proof_bits,
    proof_crashes,
    proof_damaged,
    proof_desks,
    proof_earlier,
    proof_evening,
    proof_events,
    proof_garbage,
    proof_hall,
    proof_hanchans,
    proof_imports,
    proof_keys,
    proof_networks,
    proof_papers,
    proof_phones,
    proof_photo,
    proof_planted,
    proof_public,
    proof_races,
    proof_rankings,
    proof_referee,
    proof_rescued,
    proof_reshaped,
    proof_riichi,
    proof_shared,
    proof_succession,
    proof_take_over,
)
from tests.proof.part import Part

PARTS: tuple[Part, ...] = (
    proof_events.PART,
    proof_reshaped.PART,
    proof_planted.PART,
    proof_crashes.PART,
    proof_damaged.PART,
    proof_bits.PART,
    proof_rescued.PART,
    proof_races.PART,
    proof_desks.PART,
    proof_succession.PART,
    proof_shared.PART,
    proof_take_over.PART,
    proof_networks.PART,
    proof_garbage.PART,
    proof_hall.PART,
    proof_imports.PART,
    proof_keys.PART,
    proof_papers.PART,
    proof_addresses.PART,
    proof_phones.PART,
    proof_photo.PART,
    proof_evening.PART,
    proof_hanchans.PART,
    proof_public.PART,
    proof_riichi.PART,
    proof_referee.PART,
    proof_rankings.PART,
    *proof_earlier.PARTS,
)


def part_called(name: str) -> Part:
    """The part of this name; KeyError when there is none."""
    return {part.name: part for part in PARTS}[name]
