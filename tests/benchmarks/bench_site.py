"""The web page of the largest event: how long it is written, how large it is, and how soon a browser shows it."""

import tempfile
from pathlib import Path

from tests.benchmarks.measuring import median_seconds, report
from tests.browser.chromium import Tab, browsing
from tests.browser.sites import large, page_of
from tournament.language import ENGLISH

_SEARCH = """(() => {
    const find = document.getElementById("find");
    const typed = (text) => {
        const start = performance.now();
        find.value = text;
        find.dispatchEvent(new Event("input"));
        document.body.offsetTop;
        return performance.now() - start;
    };
    return [typed("pat 39"), typed("pat 391"), typed("")];
})()"""


def main() -> None:
    """Print what each takes."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path, view = Path(folder, "site.html"), large()
        view.standings()
        report(
            "page of 400 players × 12 sessions written", median_seconds(lambda: page_of(view, path, ENGLISH), runs=3)
        )
        print(f"  {'its size':<66}{path.stat().st_size / 1e6:9.2f} MB   (reach: 2 MB)")
        with browsing(Path(folder, "browser")) as browser:
            tab = Tab(browser)
            for width in (390, 1280):
                tab.look(width=width)
                painted = []
                for _ in range(5):
                    tab.open(path)
                    tab.settle()
                    painted.append(tab.run("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
                report(f"first paint at {width} pixels", sorted(painted)[2] / 1000, "1 s")
                slow = tab.run(_SEARCH)
                for what, taken in zip(("first search", "one letter more", "search emptied"), slow, strict=True):
                    report(f"{what} at {width} pixels", taken / 1000)


if __name__ == "__main__":
    main()
