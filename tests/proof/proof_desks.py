"""Desks that share an event while links, disks and computers fail: nothing is lost, doubled or shown otherwise."""

from tests.proof.covered import SHARED
from tests.proof.histories import run_of
from tests.proof.part import Part
from tests.tournament.sharing.simulation import SharedEvent

PART = Part(
    name="desks",
    title="Desks that share an event",
    brief="Desks that share an event lose and double nothing.",
    covers=SHARED,
    promise="One to four desks enter hands, corrections, penalties, people, settings and games in every role, "
    "together and offline. Questions and answers are lost, doubled, delayed and swapped, disks are full, desks "
    "and hosts are killed before and after each writing, and desks take over from hosts that come back. "
    "What was acknowledged stays, nothing is written twice, and every order is written, refused with reasons, "
    "or still there. Every replica is a verified beginning of what the host wrote. A take-over loses "
    "only what no desk that was asked has, and with confirmation on two desks nothing that was acknowledged. "
    "Once nothing fails any more, all desks show the same as the host.",
    cases=75,
    short=2,
    run=run_of(SharedEvent, steps=60),
    limit=600,
    counted="searches",
    shown="histories",
)
