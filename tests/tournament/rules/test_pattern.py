"""The texts of a pattern in the languages of its table."""

from tournament.rules.pattern import Names


def test_a_language_without_a_text_reads_english():
    whole, without_chinese = Names("Chow", "Chow (fr)", "吃"), Names("Chow", "Chow (fr)")
    assert [whole.of(code) for code in ("en", "fr", "zh", "de")] == ["Chow", "Chow (fr)", "吃", "Chow"]
    assert without_chinese.of("zh") == "Chow"
