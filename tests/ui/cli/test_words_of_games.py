"""The command line speaks in the words of the event's game, or of the rule set that it is asked for."""

from pathlib import Path

from tests.ui.cli.conftest import Call, hand, lines
from tournament.storage import make_whole
from ui.sample import play_sample_of


def test_answers_and_refusals_have_the_words_of_the_game_of_the_event(tmp_path: Path, call: Call):
    path = tmp_path / "club.qv"
    make_whole(path, lambda store: play_sample_of("quebec-classical", store))
    sheet = call("sheet", path, "--session", 2, "--table", 1, "--lang", "fr")
    refused = call("record", path, "--jsonl", "--lang", "fr", stdin=lines({**hand(20, None), "session": 2}))
    assert "manche nulle" in sheet.out
    assert "Il n’y a pas encore de manche 20\u00a0: la prochaine est la manche 9." in refused.errors[0]


def test_a_check_has_the_words_of_the_game(tmp_path: Path, call: Call):
    path = tmp_path / "club.qv"
    assert call("new", path, "--name", "Friday", "--format", "club", "--rules", "zung-jung").code == 0
    assert "0 joueurs, 0 mains," in call("check", path, "--lang", "fr").out


def test_settle_answers_in_the_words_of_the_rules_of_each_line(call: Call):
    drawn: dict[str, object] = {"winner": None, "discarder": "A"}
    stdin = lines(*({**drawn, "rules": rules} for rules in ("mcr", "zung-jung", "mcr")))
    answered = call("settle", "--jsonl", "--lang", "fr", stdin=stdin).out.splitlines()
    assert ["Un tour nul" in each for each in answered] == [True, False, True]
    assert "Une main nulle n’a pas d’écarteur." in answered[1]
