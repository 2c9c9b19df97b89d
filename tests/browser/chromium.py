"""Chromium without a window, told what to do over a pipe by its DevTools protocol: no port, no driver, no library.

Where it is not installed the tests are left out and say so; with BROWSER=required they fail.
"""

import base64
import json
import os
import select
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
"""What ``npm ci`` puts there, from the lock beside this file."""
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first one has no user interface of its own, and takes half the time."""
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--no-default-browser-check",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-pipe",
    "--no-startup-window", "--in-process-gpu",
    "--disable-features=WebUIOmniboxPopup,InitialWebUI,PreloadTopChromeWebUI,OptimizationHints,Translate,MediaRouter",
)  # fmt: skip
_HURRY = """for (const name of ["setTimeout", "setInterval"]) {
    const real = window[name];
    window[name] = (act, wait, ...rest) => real(act, wait / 5, ...rest);
}"""
_SECONDS = 60.0
"""How long an answer may take on a busy machine."""


def missing(what: str) -> NoReturn:
    """Leave the test out and say why; with BROWSER=required it fails."""
    if os.environ.get("BROWSER") == "required":
        pytest.fail(what)
    pytest.skip(what)


def axe() -> str:
    """The source of axe-core."""
    if not AXE.exists():
        missing("axe-core is not here: make axe")
    return AXE.read_text(encoding="utf-8")


class BrowserError(Exception):
    """The browser refused, a script in the page failed, or no answer came."""


class Browser:
    """A running Chromium."""

    def __init__(self, profile: Path, *before: str) -> None:
        """``before`` are a program and its words that start it, such as one that enters another network."""
        program = next(filter(None, map(shutil.which, _NAMES)), None)
        if program is None:
            missing("Chromium is not installed here: apt-get install chromium")
        if os.name != "posix":
            missing("these tests tell the browser what to do over a pipe, as only POSIX hands it on")
        import fcntl

        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (theirs_in, theirs_out)]
        self._process = os.posix_spawn(
            before[0] if before else program,
            [*before, program, *_FLAGS, f"--user-data-dir={profile}", "about:blank"],
            {**os.environ, "HOME": str(profile), "TZ": "UTC"},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, ends[0], 3),
                (os.POSIX_SPAWN_DUP2, ends[1], 4),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
            setpgroup=0,
        )
        for end in (theirs_in, theirs_out, *ends):
            os.close(end)
        self._in, self._out = ours_in, ours_out
        self._read, self._number = b"", 0
        self.events: list[dict[str, Any]] = []
        """The events that the protocol reported, oldest first."""

    def close(self) -> None:
        """End it."""
        os.close(self._out)
        os.close(self._in)
        os.killpg(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)

    def send(self, method: str, session: str | None = None, /, **params: object) -> dict[str, Any]:
        """Do it, and answer with the result. Raises BrowserError."""
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        self._write(json.dumps(message).encode() + b"\0")
        until = time.monotonic() + _SECONDS
        while True:
            answer = self._receive(until)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def wait(self, method: str, session: str) -> dict[str, Any]:
        """Wait for what is called so to happen there, if it did not already, and take it from :attr:`events`."""
        until = time.monotonic() + _SECONDS
        while True:
            for place, event in enumerate(self.events):
                if event["method"] == method and event.get("sessionId") == session:
                    return self.events.pop(place)
                if event["method"] == "Inspector.targetCrashed":
                    raise BrowserError("the page crashed")
            self.events.append(self._receive(until))

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._out, data) :]

    def _receive(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._read:
            if not select.select([self._in], [], [], max(0.0, until - time.monotonic()))[0]:
                raise BrowserError("no answer came")
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise BrowserError("the browser ended")
            self._read += piece
        message, _, self._read = self._read.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found


class Tab:
    """A page in the browser, as wide and as high as a device, light or dark."""

    def __init__(
        self, browser: Browser, *, width: int = 390, height: int = 844, dark: bool = False, alone: bool = False
    ) -> None:
        """``alone``: it stores what it stores apart from all others, as another device does."""
        self._browser = browser
        self._context = browser.send("Target.createBrowserContext") if alone else {}
        target = browser.send("Target.createTarget", url="about:blank", **self._context)["targetId"]
        self._target: str = target
        self._session: str = browser.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Inspector"):
            self._send(f"{domain}.enable")
        self.look(width=width, height=height, dark=dark)

    def close(self) -> None:
        """Close it."""
        self._browser.send("Target.closeTarget", targetId=self._target)
        if self._context:
            self._browser.send("Target.disposeBrowserContext", **self._context)

    def _send(self, method: str, **params: object) -> dict[str, Any]:
        return self._browser.send(method, self._session, **params)

    def look(self, *, width: int, height: int = 844, dark: bool = False, media: str = "") -> None:
        """Become a device of that size and theme; ``media`` may be ``print``."""
        self._send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 700
        )
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self._send("Emulation.setEmulatedMedia", media=media, features=features)

    def lie_on(self, colour: tuple[int, int, int, float]) -> None:
        """Have this (red, green, blue, opacity) behind every page that has no background of its own, as OBS does."""
        red, green, blue, opacity = colour
        self._send("Emulation.setDefaultBackgroundColorOverride", color={"r": red, "g": green, "b": blue, "a": opacity})

    def speak(self, language: str) -> None:
        """Prefer this language."""
        self._send("Emulation.setUserAgentOverride", userAgent="Test", acceptLanguage=language)

    def allow_scripts(self, allowed: bool) -> None:
        """Let the page's own scripts run from the next time it is opened, or not."""
        self._send("Emulation.setScriptExecutionDisabled", value=not allowed)

    @contextmanager
    def hurrying(self) -> Iterator[None]:
        """Let the scripts of pages that are opened within the block wait a fifth of what they would."""
        script = self._send("Page.addScriptToEvaluateOnNewDocument", source=_HURRY)
        try:
            yield
        finally:
            self._send("Page.removeScriptToEvaluateOnNewDocument", **script)

    def open(self, page: Path | str, fragment: str = "") -> None:
        """Load the file or address as a first-time visitor, and wait until everything is loaded."""
        address = page if isinstance(page, str) else page.as_uri()
        origin = "/".join(address.split("/")[:3])
        self.go("about:blank")
        self._send("Storage.clearDataForOrigin", origin=origin, storageTypes="all")
        self._send("Network.clearBrowserCache")
        self.go(address + fragment)

    def go(self, address: str) -> None:
        """Go to this address, and wait until everything is loaded."""

        def navigate() -> None:
            if "errorText" in (made := self._send("Page.navigate", url=address)):
                raise BrowserError(f"{address}: {made['errorText']}")

        self.follow(navigate)

    def reload(self) -> None:
        """Load the page again."""
        self.follow(lambda: self._send("Page.reload"))

    def follow(self, act: Callable[[], object]) -> None:
        """Do what leads to another page, and wait until all of that is there."""
        self._browser.events.clear()
        act()
        self._browser.wait("Page.loadEventFired", self._session)

    def settle(self) -> None:
        """Wait until what was done is drawn."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")

    def run(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page. Raises BrowserError."""
        made = self._send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True
        )
        if "exceptionDetails" in made:
            raise BrowserError(json.dumps(made["exceptionDetails"]))
        return made["result"].get("value")

    def requests(self) -> list[str]:
        """Every address that was asked for since the page was opened."""
        self._send("Runtime.evaluate", expression="0")
        return [
            event["params"]["request"]["url"]
            for event in self._browser.events
            if event["method"] == "Network.requestWillBeSent" and event.get("sessionId") == self._session
        ]

    def slow_down(self, latency: float, bytes_a_second: int) -> None:
        """Let every answer begin after ``latency`` ms, and all together arrive no faster."""
        self._send("Network.emulateNetworkConditions", offline=False, latency=latency,
                   downloadThroughput=bytes_a_second, uploadThroughput=bytes_a_second)  # fmt: skip

    def go_offline(self, *, offline: bool = True) -> None:
        """Take the network from the tab, or give it back."""
        self._send("Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1,
                   uploadThroughput=-1)  # fmt: skip

    def first_paint(self) -> float:
        """Seconds from the request for the page until its first paint."""
        until = time.monotonic() + _SECONDS
        while not (found := self.run("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")):
            if time.monotonic() > until:
                raise BrowserError("nothing was drawn")
            time.sleep(0.02)
        return float(found) / 1000

    def received(self) -> dict[str, int]:
        """How many bytes came of each address since the page was opened, with headers and as they were sent."""
        self._send("Runtime.evaluate", expression="0")
        mine = [event for event in self._browser.events if event.get("sessionId") == self._session]
        addresses = {event["params"]["requestId"]: event["params"]["request"]["url"]
                     for event in mine if event["method"] == "Network.requestWillBeSent"}  # fmt: skip
        return {addresses[event["params"]["requestId"]]: event["params"]["encodedDataLength"]
                for event in mine if event["method"] == "Network.loadingFinished"}  # fmt: skip

    def complaints(self) -> list[str]:
        """What the browser wrote into its console, and errors of scripts."""
        self._send("Runtime.evaluate", expression="0")
        kinds = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
        own = (event for event in self._browser.events if event.get("sessionId") == self._session)
        return [json.dumps(event["params"]) for event in own if event["method"] in kinds]

    def click(self, selector: str) -> None:
        """Press where the element is seen, as a finger does."""
        self.run(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        self.settle()
        x, y = self.run(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self._send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, text: str) -> None:
        """Type where the focus is."""
        self._send("Input.insertText", text=text)

    def press(self, key: str, code: int, *, text: str = "") -> None:
        """Press a key of that name and code."""
        given: dict[str, object] = {"key": key, "windowsVirtualKeyCode": code}
        self._send("Input.dispatchKeyEvent", type="keyDown", text=text, **given)
        self._send("Input.dispatchKeyEvent", type="keyUp", **given)

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Take a picture of what is seen, or of the whole page."""
        made = self._send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(made["data"]))

    def paper(self) -> bytes:
        """The page as it is printed on A4: a PDF."""
        sides = dict.fromkeys(("marginTop", "marginBottom", "marginLeft", "marginRight"), 0.4)
        made = self._send("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, **sides)
        return base64.b64decode(made["data"])


@contextmanager
def browsing(profile: Path, *before: str) -> Iterator[Browser]:
    """A browser that ends with the block; ``before`` as in `Browser`."""
    browser = Browser(profile, *before)
    try:
        yield browser
    finally:
        browser.close()
