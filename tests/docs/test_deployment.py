"""The files for containers: every command line of the program in them is one that it takes."""

import json
import re
import shlex

import click

from tests.docs.test_documents import ROOT
from ui.cli.__main__ import program
from ui.joining.places import PUBLIC_PORTS

FOLDER = ROOT / "docs" / "deployment"
COMPOSE = (FOLDER / "compose.yaml").read_text(encoding="utf-8")
NGINX = (FOLDER / "nginx.conf").read_text(encoding="utf-8")
DESKS = (FOLDER / "desks.conf").read_text(encoding="utf-8")
CADDY = (FOLDER / "Caddyfile").read_text(encoding="utf-8")
HALL = (FOLDER / "hall.Caddyfile").read_text(encoding="utf-8")
PAGES = (ROOT / "docs" / "web-page.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "postgresql.md").read_text(encoding="utf-8")


def parsed(words: list[str]) -> dict[str, object]:
    """What the program makes of ``words``, without doing it. Raises click.UsageError."""
    context = click.Context(program)
    command = program.get_command(context, words[0])
    assert command is not None, words
    return command.make_context(words[0], words[1:], parent=context).params


def workers() -> list[dict[str, object]]:
    """How each is started: an array in JSON, in which ``${DESKS…}`` stands for an address."""
    arrays = re.findall(r"^    command: (\[\"serve\".*\])$", COMPOSE, re.MULTILINE)
    return [parsed([re.sub(r"\$\{DESKS.*?\}", "hall:8470", word) for word in json.loads(each)]) for each in arrays]


def test_workers_serve_where_the_proxy_looks() -> None:
    found = workers()
    assert [each["proxy"] for each in found] == ["hall:8470"] * 2
    desks, public = (
        {f"{each['host'] or '127.0.0.1'}:{each[port]}" for each in found} for port in ("port", "public_port")
    )
    assert desks == set(re.findall(r"127\.0\.0\.1:\d+", DESKS))
    assert public == set(re.findall(r"127\.0\.0\.1:\d+", CADDY)) == set(re.findall(r"127\.0\.0\.1:\d+", NGINX))
    assert all(f"https://127.0.0.1:{each['port']}/health" in COMPOSE for each in found)
    assert len({each["database"] for each in found}) == 1
    assert COMPOSE.count("network_mode: service:caddy") == len(found) + 1


def test_every_service_that_another_waits_for_is_there() -> None:
    services = set(re.findall(r"^  ([a-z0-9-]+):$", COMPOSE.partition("\nservices:")[2].partition("\nvolumes:")[0],
                              re.MULTILINE))  # fmt: skip
    assert services == {"postgres", "prepare", "caddy", "desks", "worker-1", "worker-2"}
    assert set(re.findall(r"^      ([a-z0-9-]+):\n        condition:", COMPOSE, re.MULTILINE)) <= services
    assert COMPOSE.count("healthcheck:") == len(services) - 1


def test_the_calls_of_the_program_are_calls() -> None:
    calls = re.findall(r"quatre-vents (shared [^|\n]*)", COMPOSE)
    calls += re.findall(r"^(?:quatre-vents|  )(?: )?((?:shared|serve) .*)$", GUIDE, re.MULTILINE)
    assert len(calls) >= 4
    for call in calls:
        assert parsed(shlex.split(call.partition(">")[0])), call


def test_caddy_in_the_hall_looks_where_the_window_shows_the_pages() -> None:
    (port,) = re.findall(r"reverse_proxy 127\.0\.0\.1:(\d+)", HALL)
    assert int(port) == PUBLIC_PORTS[0]
    variables = set(re.findall(r"\{\$([A-Z]+)\}", HALL))
    assert variables == set(
        re.findall(r"([A-Z]+)=\S", PAGES.partition("hall.Caddyfile)")[2].partition("hall.Caddyfile")[0])
    )
    calls = re.findall(r"`((?:serve|phones) FILE [^`]*)`", PAGES.partition("### With https in the hall")[2])
    assert len(calls) >= 2
    for call in calls:
        assert parsed(shlex.split(call)), call
