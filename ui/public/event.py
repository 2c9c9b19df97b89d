"""The public application of one event over plain HTTP: pages, overlays, screens, phones at the tables, and
the test of the hall."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from starlette.routing import Router

from tournament.language import ENGLISH, Language
from tournament.use_cases import View
from ui.public.check_in import CheckInMount
from ui.public.hall_test import HallTestMount
from ui.public.host_change import ToSuccessor, host_routes
from ui.public.mounts import Answers, HostWork, PublicMount
from ui.public.overlays import OverlaysMount
from ui.public.pages import PublicPages
from ui.public.pages_mount import PagesMount
from ui.public.screens import ScreensMount
from ui.public.table_entry import PhonesMount
from ui.server.public_hosts import PublicHosts

_LOOK = 0.5
"""Seconds between two checks whether another host has replaced this one."""
NO_THEMES: Mapping[str, Path] = MappingProxyType({})


class PublicEvent:
    """The ASGI application `app` of what is public of an event, made of mounts.

    ``view`` returns the current event, ``now`` the time; both may be called in any thread.
    """

    def __init__(
        self,
        view: Callable[[], View],
        now: Callable[[], datetime],
        fault: Callable[[Exception], None],
        phones: HostWork | None = None,
        *,
        base: str = "",
        themes: Mapping[str, Path] = NO_THEMES,
        addresses: Callable[[], tuple[str, ...]] = tuple,
        hosts: Callable[[], PublicHosts] = PublicHosts,
        language: Language = ENGLISH,
    ) -> None:
        """``phones`` carries out the commands of phones; None if phones are not served.

        ``base`` is put before every path in links. ``themes`` are the organiser's style sheets for overlays, by name.
        ``addresses`` returns where this is served, as ``host:port``, and ``hosts`` where pages find the computers that
        may replace this one; ``language`` is used for screens without a
        language of their own.
        """
        answers = Answers(fault)
        self._pages = pages = PagesMount(view, now, answers, base)
        missing = pages.missing
        self._mounts: list[PublicMount] = [
            OverlaysMount(view, lambda: pages.pages, themes, answers, missing),
            ScreensMount(view, answers, missing, addresses, language, base),
            HallTestMount(view, answers, missing, base),
            pages,
        ]
        if phones is not None:
            self._mounts.insert(0, PhonesMount(phones, view, answers, missing, base, hosts))
            self._mounts.insert(0, CheckInMount(phones, view, answers, missing, base))
        self._hosts = hosts
        routes = host_routes(hosts, answers)
        routes += [route for mount in self._mounts for route in mount.routes]
        self.app = ToSuccessor(Router(routes), hosts)

    @property
    def pages(self) -> PublicPages:
        """The current public pages."""
        return self._pages.pages

    async def follow(self) -> None:
        """Follow the event until this task is cancelled."""
        async with asyncio.TaskGroup() as group:
            for mount in self._mounts:
                group.create_task(mount.follow())
            group.create_task(self._follow_host())

    async def _follow_host(self) -> None:
        """Close all streams when another host has replaced this one, so that pages look for it."""
        while True:
            await asyncio.sleep(_LOOK)
            if self._hosts().successor:
                self.finish_streams()

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        for mount in self._mounts:
            mount.finish_streams()

    def close(self) -> None:
        """Wait until the pages that are being made are finished."""
        for mount in self._mounts:
            mount.close()
