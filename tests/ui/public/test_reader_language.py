"""Who chose a language on a page gets all pages in it, whatever their browser prefers."""

import httpx
import pytest

from tests.tournament.use_cases.events import drawn, noon
from tests.ui.public.test_events import add, ask
from tests.ui.public.test_public_server import played, served
from tournament.language import LANGUAGES
from ui.public.events import PublicEvents
from ui.public.reader_language import LANGUAGE_COOKIE


def html(client: httpx.Client, path: str, prefers: str = "zh") -> str:
    """The language of the page at ``path``."""
    return client.get(path, headers={"Accept-Language": prefers}).text.partition('<html lang="')[2][:2]


@pytest.mark.parametrize("code", [language.code for language in LANGUAGES])
def test_a_choice_leads_back_to_the_page_and_holds_for_all_of_them(code: str) -> None:
    with served(played()) as client:
        found = client.get(f"/session/1?lang={code}")
        assert (found.status_code, found.headers["location"]) == (303, "/session/1")
        assert found.headers["cache-control"] == "no-store"
        assert "Max-Age=31536000" in found.headers["set-cookie"]
        assert client.cookies[LANGUAGE_COOKIE] == code
        for path in ("/session/1", "/", "/player/2", "/player/99"):
            assert html(client, path) == code, path
        assert "Cookie" in client.get("/").headers["vary"]


def test_every_page_offers_every_language_and_marks_its_own() -> None:
    with served(played()) as client:
        for path in ("/", "/sessions", "/session/1", "/player/1", "/players", "/player/99"):
            text = client.get(path, headers={"Accept-Language": "fr"}).text
            for language in LANGUAGES:
                own = " aria-current=true" if language.code == "fr" else ""
                link = f'<a href="?lang={language.code}" lang="{language.code}" hreflang="{language.code}"{own}>'
                assert f"{link}{language.name}</a>" in text, path


def test_what_is_no_choice_changes_nothing_and_no_choice_leads_elsewhere() -> None:
    with served(played()) as client:
        for query in ("?lang=de", "?lang=", "?lang=fr%0d%0aX:%20y", "?seat=1"):
            found = client.get(f"/{query}")
            assert found.status_code == 200, query
            assert "set-cookie" not in found.headers
        for path in ("//example.org/", "/player/99", "/..%2f", "/%5c%5cexample.org"):
            found = client.get(client.base_url.copy_with(raw_path=f"{path}?lang=fr".encode()))
            assert (found.status_code, found.headers.get("location")) == (404, None), path
            assert '<html lang="fr">' in found.text, "the page that says so changes its language as well"
            assert client.cookies[LANGUAGE_COOKIE] == "fr"
            client.cookies.clear()
        for path in ("/standings.json", "/openapi.json", "/manifest.webmanifest", "/live.css"):
            assert client.get(f"{path}?lang=fr").status_code == 200, "programs choose no language"
        client.cookies.set(LANGUAGE_COOKIE, "xx")
        assert html(client, "/") == "zh"


def test_a_choice_makes_no_page_twice() -> None:
    with served(played()) as client:
        tags = set[str]()
        for chosen in ("en", "fr", "zh") * 4:
            client.get(f"/?lang={chosen}")
            for prefers in ("en", "fr", "zh"):
                tags.add(client.get("/", headers={"Accept-Language": prefers}).headers["etag"])
        assert len(tags) == 3
        mine = client.get("/").headers["etag"]
        assert client.get("/", headers={"If-None-Match": mine}).status_code == 304


def test_the_list_of_events_and_each_of_them_share_the_choice() -> None:
    faults = list[Exception]()
    server = PublicEvents(noon, faults.append)
    add(server, one=drawn(), two=drawn())

    async def look(client: httpx.AsyncClient) -> None:
        found = await client.get("/e/one/teams?lang=fr")
        assert found.status_code == 404, "it has no teams"
        found = await client.get("/e/one/sessions?lang=fr")
        assert found.headers["location"] == "/e/one/sessions"
        for path in ("/", "/e/one/", "/e/two/sessions"):
            assert '<html lang="fr">' in (await client.get(path)).text, path
        found = await client.get("/?lang=zh")
        assert (found.status_code, found.headers["location"]) == (303, "/")
        assert '<html lang="zh">' in (await client.get("/")).text

    ask(server, look)
    assert not faults
