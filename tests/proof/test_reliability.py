"""docs/reliability.md is what the runner writes from what it kept, and nothing else."""

from tests.proof import reliability
from tests.proof.catalogue import PARTS
from tests.proof.runner import RESULTS


def test_the_document_is_what_the_results_say() -> None:
    assert reliability.DOCUMENT.read_text(encoding="utf-8") == reliability.text_of(PARTS, RESULTS)


def test_every_figure_of_it_was_counted() -> None:
    kept = [path.read_text(encoding="utf-8") for path in RESULTS.glob("*.json")]
    written = reliability.DOCUMENT.read_text(encoding="utf-8")
    assert reliability.figures_in([written]) <= reliability.figures_in(kept)


def test_without_results_it_has_no_figure(tmp_path) -> None:
    assert reliability.figures_in([reliability.text_of(PARTS, tmp_path)]) == set()


def test_every_result_is_of_a_part() -> None:
    named = {part.name for part in PARTS} | {reliability.WINDOWS}
    assert {path.stem for path in RESULTS.glob("*.json")} <= named
