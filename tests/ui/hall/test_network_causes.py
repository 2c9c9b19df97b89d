"""The likely cause of what does not reach a phone, as a table; and the words of every cause in every language."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.language import LANGUAGES
from ui.hall.network_causes import GOOD, PATIENCE, UNDECIDED, BrowserSays, Cause, HostSeen, Observed, likely_cause
from ui.hall.phones_seen import PhoneSeen, kind_of

SAYS = BrowserSays
HOST = HostSeen("192.168.1.7:8080", ("192.168.1.7/24",), True)
WINDOWS = replace(HOST, firewall_by_program=True)
TWO = replace(HOST, networks=("192.168.1.7/24", "10.8.0.2/16"))
LONG, SOON = PATIENCE, PATIENCE - 0.1
CAME = PhoneSeen(1, "192.168.1.30", 100.0, "Android", 100.1, 100.2, 104.2, typed=100.3)
SAID = {
    # what the browser says, what this computer sees, and what else is known
    "nothing yet": (Observed(HOST, SOON), Cause.WAITING),
    "nothing for long": (Observed(HOST, LONG), Cause.NOBODY_CAME),
    "nothing more": (Observed(HOST, LONG, others_came=True), Cause.WAITING),
    "refused": (Observed(HOST, 0, says=SAYS.REFUSED), Cause.FIREWALL),
    "refused, others came": (Observed(HOST, 0, says=SAYS.REFUSED, others_came=True), Cause.OTHER_NETWORK),
    "refused, far away": (Observed(HOST, 0, says=SAYS.REFUSED, phone_address="10.0.0.3"), Cause.OTHER_NETWORK),
    "refused in the public profile": (Observed(replace(WINDOWS, public_profile=True), 0, says=SAYS.REFUSED),
                                      Cause.PUBLIC_PROFILE),
    "waits": (Observed(HOST, 0, says=SAYS.WAITS), Cause.FIREWALL),
    "waits, and it is beside": (Observed(TWO, 0, says=SAYS.WAITS, phone_address="192.168.1.9", untried=True),
                                Cause.FIREWALL),
    "waits, others came": (Observed(HOST, 0, says=SAYS.WAITS, others_came=True), Cause.OTHER_NETWORK),
    "waits beside, others came": (Observed(HOST, 0, says=SAYS.WAITS, phone_address="192.168.1.9", others_came=True),
                                  Cause.ISOLATION),
    "waits, far away": (Observed(HOST, 0, says=SAYS.WAITS, phone_address="10.0.0.3"), Cause.OTHER_NETWORK),
    "waits in the public profile": (Observed(replace(WINDOWS, public_profile=True), 0, says=SAYS.WAITS, desks=2,
                                             untried=True), Cause.PUBLIC_PROFILE),
    "waits, other phones came in the public profile": (
        Observed(replace(WINDOWS, public_profile=True), 0, says=SAYS.WAITS, others_came=True), Cause.OTHER_NETWORK),
    "waits, another address": (Observed(TWO, 0, says=SAYS.WAITS, untried=True), Cause.OTHER_ADDRESS),
    "waits, in the other network": (Observed(TWO, 0, says=SAYS.WAITS, phone_address="10.8.3.4"), Cause.OTHER_ADDRESS),
    "waits, both were tried": (Observed(TWO, 0, says=SAYS.WAITS), Cause.FIREWALL),
    "waits, desks come": (Observed(WINDOWS, 0, says=SAYS.WAITS, desks=1), Cause.ISOLATION),
    "waits, desks come at another port": (Observed(HOST, 0, says=SAYS.WAITS, desks=1), Cause.FIREWALL),
    "unreachable": (Observed(HOST, 0, says=SAYS.UNREACHABLE), Cause.ISOLATION),
    "unreachable, others came": (Observed(HOST, 0, says=SAYS.UNREACHABLE, others_came=True), Cause.OTHER_NETWORK),
    "unreachable beside, others came": (
        Observed(HOST, 0, says=SAYS.UNREACHABLE, others_came=True, phone_address="192.168.1.9"), Cause.ISOLATION),
    "unreachable, far away": (Observed(HOST, 0, says=SAYS.UNREACHABLE, phone_address="172.20.10.2"),
                              Cause.OTHER_NETWORK),
    "unreachable, another address": (Observed(TWO, 0, says=SAYS.UNREACHABLE, untried=True), Cause.OTHER_ADDRESS),
    "no network": (Observed(HOST, 0, says=SAYS.NO_NETWORK), Cause.PHONE_OFFLINE),
    "a login": (Observed(HOST, 0, says=SAYS.OTHER_PAGE), Cause.LOGIN_PAGE),
    "not secure": (Observed(HOST, 0, says=SAYS.NOT_SECURE), Cause.HTTPS),
    "half an address": (Observed(HOST, 0, says=SAYS.WAITS, phone_address="192.168"), Cause.FIREWALL),
}  # fmt: skip
HERE = {
    "no network": (replace(HOST, networks=()), Cause.IN_NO_NETWORK),
    "loopback": (replace(HOST, address="127.0.0.1:8080"), Cause.LOOPBACK_ONLY),
    "localhost": (replace(HOST, address="localhost:8080"), Cause.LOOPBACK_ONLY),
    "another address": (replace(HOST, address="192.168.1.8:8080", reached=False), Cause.ADDRESS_GONE),
    "not served": (replace(HOST, reached=False), Cause.NOT_SERVED),
    "a name": (replace(HOST, address="host.example.org:8080", reached=False), Cause.NOT_SERVED),
}
PHONES = {
    "everything": (CAME, LONG, Cause.WORKS),
    "everything from far away": (replace(CAME, address="10.0.0.3"), LONG, Cause.WORKS_THROUGH_ROUTER),
    "everything here": (replace(CAME, address="192.168.1.7"), LONG, Cause.THIS_COMPUTER),
    "everything at loopback": (replace(CAME, address="127.0.0.1"), LONG, Cause.THIS_COMPUTER),
    "not everything yet": (replace(CAME, again=None), SOON, Cause.WAITING),
    "an update once": (replace(CAME, again=None), LONG, Cause.PUSH_LATE),
    "late updates": (replace(CAME, late=True), SOON, Cause.PUSH_LATE),
    "late updates, and no typing": (replace(CAME, late=True, typed=None), LONG, Cause.PUSH_LATE),
    "no updates": (replace(CAME, pushed=None, again=None), LONG, Cause.PUSH_HELD),
    "no updates and not asked for": (replace(CAME, listened=None, pushed=None, again=None), LONG, Cause.PUSH_HELD),
    "no typing": (replace(CAME, typed=None), LONG, Cause.TYPING_HELD),
    "an update once, and no typing": (replace(CAME, again=None, typed=None), LONG, Cause.TYPING_HELD),
    "neither": (replace(CAME, pushed=None, again=None, typed=None), LONG, Cause.CONNECTION_LOST),
    "the page alone": (PhoneSeen(1, "192.168.1.30", 100.0), LONG, Cause.PAGE_ALONE),
}


@pytest.mark.parametrize(("seen", "cause"), SAID.values(), ids=SAID.keys())
def test_what_the_browser_says(seen: Observed, cause: Cause) -> None:
    assert likely_cause(seen) is cause


@pytest.mark.parametrize(("host", "cause"), HERE.values(), ids=HERE.keys())
def test_what_is_wrong_at_this_computer_comes_before_what_a_browser_says(host: HostSeen, cause: Cause) -> None:
    for says in BrowserSays:
        assert likely_cause(Observed(host, 0, says=says, others_came=True, desks=2)) is cause


@pytest.mark.parametrize(("phone", "seconds", "cause"), PHONES.values(), ids=PHONES.keys())
def test_what_came_from_a_phone(phone: PhoneSeen, seconds: float, cause: Cause) -> None:
    assert likely_cause(Observed(HOST, seconds, phone)) is cause
    hidden = Observed(HOST, seconds, phone, SAYS.REFUSED, "10.0.0.3", others_came=True, desks=3, untried=True)
    assert likely_cause(hidden) is cause, "nobody asks what a browser says that shows the page"


def test_every_cause_is_found_by_one_of_these() -> None:
    found = {cause for _, cause in SAID.values()} | {cause for _, cause in HERE.values()}
    assert found | {cause for _, _, cause in PHONES.values()} == set(Cause)
    assert not GOOD & UNDECIDED


times = st.none() | st.floats(0, 1e6)
phones = st.builds(
    PhoneSeen, st.integers(1, 100), st.ip_addresses().map(str), st.floats(0, 1e6), listened=times, pushed=times,
    again=times, late=st.booleans(), typed=times,
)  # fmt: skip
hosts = st.builds(
    HostSeen,
    st.sampled_from(["192.168.1.7:8080", "127.0.0.1:1", "[2001:db8::1]:8080", "host.example:80"]),
    st.sampled_from([(), ("192.168.1.7/24",), ("10.0.0.1/8", "192.168.1.7/24")]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
seen_of_any = st.builds(
    Observed, hosts, st.floats(0, 1e5), st.none() | phones, st.sampled_from(BrowserSays),
    st.sampled_from(["", "192.168.1.9", "10.1.2.3", "x", "2001:db8::7"]), st.booleans(), st.integers(0, 5),
    st.booleans(),
)  # fmt: skip


@given(seen_of_any)
def test_everything_that_can_be_observed_has_a_cause_and_words(seen: Observed) -> None:
    cause = likely_cause(seen)
    for language in LANGUAGES:
        for text in cause.texts(seen.host):
            words = language.render(text)
            assert words
            assert "{" not in words
    if seen.phone is not None and cause in GOOD:
        assert None not in (seen.phone.pushed, seen.phone.again, seen.phone.typed)
    if seen.phone is None:
        assert cause not in GOOD


def test_the_words_name_address_and_port() -> None:
    english = LANGUAGES[0]
    assert "192.168.1.7, port 8080" in english.render(Cause.NOT_SERVED.texts(HOST)[0])
    assert "10.8.0.2" in english.render(Cause.ADDRESS_GONE.texts(TWO)[1])
    assert "port 8080" in english.render(Cause.FIREWALL.texts(HOST)[1])


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 12_5 like Mac OS X) Version/12.1.2 Safari/604.1", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 10; K) Chrome/70.0 Mobile", "Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/130", "Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Safari", "Mac"),
        ("curl/8", ""),
    ],
)
def test_what_a_browser_runs_on(agent: str, kind: str) -> None:
    assert kind_of(agent) == kind
