"""What counts, of which sets, and what was left out and why."""

import pytest

from tournament.hand.notation import format_tiles, parse
from tournament.language import ENGLISH
from tournament.rules.explanation import Reason
from tournament.rulesets.mcr.explaining import explain


def left_out(text, profile="mcr"):
    return [
        (left.pattern.slug, "+".join(map(format_tiles, left.instance)), left.reason, left.by and left.by.slug)
        for left in explain(parse(text), profile=profile).left_out
    ]


def counted(text):
    return {
        entry.pattern.slug: ["+".join(map(format_tiles, instance)) for instance in entry.instances]
        for entry in explain(parse(text)).counted
    }


def test_account_once_example_2():
    hand = "[234s,1][567s,1][234p,1]56p99p7p|SS0000"
    assert left_out(hand) == [
        ("no-honors", "", Reason.IMPLIED, "all-chows"),
        ("short-straight", "234p+567p", Reason.USED_UP, None),
    ]
    assert counted(hand)["mixed-double-chow"] == ["234s+234p", "567s+567p"]


def test_non_identical():
    assert ("mixed-shifted-pungs", "555m+444p+666s", Reason.SAME_AGAIN, "mixed-shifted-pungs") in left_out(
        "[333s,1][444p,2][555m,3]666sEE|SS0000"
    )


def test_parts_of_a_larger_combination():
    found = left_out("[123m,1][456m,1]789m456pEE|SS0000")
    assert ("short-straight", "123m+456m", Reason.IMPLIED, "pure-straight") in found
    assert ("two-terminal-chows", "123m+789m", Reason.IMPLIED, "pure-straight") in found


def test_kongs_keep_their_four_tiles():
    assert counted("[2222s,1][5555p][4444s]777sSS|EE0000")["three-kongs"] == ["2222s+4444s+5555p"]


def test_only_the_wind_pungs_lose_their_point_to_the_winds():
    hand = "[EEE,1][SSS,2][WWW,3]11mNN1m|EN0000"
    assert ("pung-of-terminals-or-honors", "EEE", Reason.IMPLIED, "little-four-winds") in left_out(hand)
    assert ("pung-of-terminals-or-honors", "111m", Reason.IMPLIED, "all-terminals-and-honors") in left_out(hand)
    hand = "[EEE,1][SSS,2][WWW,3]11m88s1m|EN0000"
    assert ("pung-of-terminals-or-honors", "EEE", Reason.IMPLIED, "big-three-winds") in left_out(hand)
    assert counted(hand)["pung-of-terminals-or-honors"] == ["111m"]


def test_seven_pairs_of_green_keep_out_tile_hog_only_in_mcr():
    hand = "22223344s6688sFF"
    assert ("tile-hog", "2222s", Reason.IMPLIED, "all-green") in left_out(hand)
    assert "tile-hog" not in [slug for slug, *_ in left_out(hand, "guobiao")]


def test_one_terminal_pung_of_nine_gates_is_left_out_in_guobiao():
    found = left_out("1112345678999m5m|EE1000", "guobiao")
    assert [entry[2:] for entry in found if entry[0] == "pung-of-terminals-or-honors"] == [
        (Reason.IMPLIED, "nine-gates")
    ]


def test_lesser_readings_dearest_first():
    explanation = explain(parse("111222333s456pEE|SS0000"))
    assert [format_tiles(group) for group in explanation.reading.groups] == ["111s", "222s", "333s", "456p", "EE"]
    assert explanation.reading.completed == 4
    assert explanation.next_best is not None
    assert explanation.next_best.score.points == 28


def test_a_single_reading_has_no_next_best():
    assert explain(parse("19m19p19sESWNCFP1m")).next_best is None


def test_every_reason_has_its_own_label():
    assert len({reason.label for reason in Reason}) == len(Reason)


def test_the_set_that_the_waited_tile_completes_is_told():
    assert counted("[123m,1][456p,2]789s13pEE2p|SS0000")["closed-wait"] == ["123p"]
    assert counted("[123m,1][456p,2]789s12pEE3p|SS0000")["edge-wait"] == ["123p"]


def test_the_same_sets_with_the_winning_tile_in_another_one_are_no_other_reading():
    explanation = explain(parse("123m456m12345s55p3s"))
    assert explanation.lesser, "the 3 also completes 345"
    assert explanation.next_best is None


@pytest.mark.parametrize(
    ("hand", "wait", "group", "tiles"),
    [
        ("123m456m12345s55p3s", "edge-wait", "123s", "6s"),
        ("123456m789p2345s5s", "single-wait", "55s", "2s"),
        ("123m789p55p24456s3s", "closed-wait", "234s", ""),
        ("123m789p55p23445s3s", "closed-wait", "234s", "6s"),
    ],
)
def test_a_wait_for_more_tiles_says_which(hand, wait, group, tiles):
    found = explain(parse(hand))
    left = {each.pattern.slug: each for each in found.left_out}
    if not tiles:
        assert wait not in left
        assert wait in [present.pattern.slug for present in found.counted]
        return
    assert [format_tiles(each) for each in left[wait].instance] == [group]
    assert format_tiles(left[wait].waits) == tiles
    assert ENGLISH.render(left[wait].reason_text) == f"{tiles} would complete it too"
